// fuzz_replay TARGET FOLDER: runs a fuzz target with the inputs of a folder. With libFuzzer, each target is a program
// with libFuzzer's main().
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "fuzz/fuzz.hpp"

#define TARGET(name) extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
FUZZ_TARGETS
#undef TARGET

int main(int count, char** values) {
#define TARGET(name) {#name, fuzz_##name},
  const std::map<std::string, int (*)(const std::uint8_t*, std::size_t)> targets = {FUZZ_TARGETS};
#undef TARGET
  if (count != 3 || !targets.contains(values[1])) {
    std::fprintf(stderr, "FAILED: fuzz_replay needs a target and a folder of inputs\n");
    return 2;
  }
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(values[2])) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::fprintf(stderr, "%s\n", entry.path().filename().c_str());  // the last printed name is the input that failed
    targets.at(values[1])(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++inputs;
  }
  if (inputs == 0) {
    std::fprintf(stderr, "FAILED: there are no inputs in %s\n", values[2]);
    return 1;
  }
  std::printf("%d inputs\n", inputs);
  return 0;
}
