// Fuzzes the lines that a program writes. In an accepted line, results and curves have the number of values that their
// shape states.
#include "tasks/program/protocol.hpp"

#include "fuzz/fuzz.hpp"

using namespace icsweep;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ProgramMessage message;
  try {
    message = program_message(fuzz::text_of(data, size));
  } catch (const std::runtime_error& refusal) {
    fuzz::expect(std::string(refusal.what()).find('\n') == std::string::npos, "a refusal is one line");
    return 0;
  }
  for (const auto& [name, numbers] : message.values) {
    std::size_t count = 1;
    for (const std::size_t n : numbers.shape) count *= n;
    fuzz::expect(numbers.values.size() == count, "the shape gives the number of values");
  }
  fuzz::expect(message.progress.step <= message.progress.steps, "a step is at most the number of steps");
  fuzz::expect(message.why.find('\n') == std::string::npos, "a reason is one line");
  if (message.ends_run()) fuzz::expect(message.run > 0, "an end names its run");
  return 0;
}
