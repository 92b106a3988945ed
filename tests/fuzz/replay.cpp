// replay FOLDER: runs the linked fuzz target with the inputs of a folder. With libFuzzer, libFuzzer's main() replaces
// it.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/fuzz.hpp"

int main(int count, char** values) {
  if (count != 2) {
    std::fprintf(stderr, "FAILED: replay needs one folder of inputs\n");
    return 2;
  }
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(values[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::fprintf(stderr, "%s\n", entry.path().filename().c_str());  // the last printed name is the input that failed
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++inputs;
  }
  if (inputs == 0) {
    std::fprintf(stderr, "FAILED: there are no inputs in %s\n", values[1]);
    return 1;
  }
  std::printf("%d inputs\n", inputs);
  return 0;
}
