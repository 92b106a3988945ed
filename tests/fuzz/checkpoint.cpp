// Fuzzes checkpoint files. If the first byte is not zero, the other bytes are head and state, and the target adds the
// correct hash.
#include "io/store/checkpoint.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include "fuzz/fuzz.hpp"

using namespace icsweep;

namespace {

std::string with_hash(std::string_view rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
  const std::string_view head = rest.substr(0, end), state = rest.substr(end);
  const auto hash = XXH3_64bits_withSeed(state.data(), state.size(), XXH3_64bits(head.data(), head.size()));
  return fmt::format("icsweep checkpoint {:016x}\n{}", hash, rest);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view rest = fuzz::text_of(data + 1, size - 1);
  static const fuzz::InputFile file("checkpoint"), copy("checkpoint-again");
  file.hold(data[0] ? with_hash(rest) : std::string(rest));
  fuzz::accepted([&] {
    const Checkpoint read = read_checkpoint(file.path());
    write_checkpoint(copy.path(), read.head, read.state);
    const Checkpoint again = read_checkpoint(copy.path());
    fuzz::expect(again.state == read.state && again.head.task == read.head.task && again.head.step == read.head.step &&
                     again.head.failures == read.head.failures,
                 "a checkpoint that was read can be written and read again");
  });
  return 0;
}
