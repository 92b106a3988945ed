// Lines that a program writes. What is understood has one meaning: results and curves have as many values as their
// shape.
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
    fuzz::expect(numbers.values.size() == count, "an array has as many values as its shape");
  }
  fuzz::expect(message.progress.step <= message.progress.steps, "no step is beyond the last");
  fuzz::expect(message.why.find('\n') == std::string::npos, "a reason is one line");
  if (message.ends_run()) fuzz::expect(message.run > 0, "an end names its run");
  return 0;
}
