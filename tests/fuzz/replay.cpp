// replay FOLDER — runs a fuzz target, linked in, with the inputs of a folder; libFuzzer has a main() of its own.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/fuzz.hpp"

int main(int count, char** values) {
  if (count != 2) return 2;
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(values[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::fprintf(stderr, "%s\n", entry.path().filename().c_str());  // the last one named is the one that failed
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++inputs;
  }
  std::printf("%d inputs\n", inputs);
  return inputs > 0 ? 0 : 1;
}
