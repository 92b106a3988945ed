// Fuzzes the division of a text file into sentences.
#include "tasks/text/sentences.hpp"

#include "fuzz/fuzz.hpp"

using namespace icsweep;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::accepted([&] {
    const char* end = text.data();
    for (const auto sentence : sentences(text)) {
      fuzz::expect(!sentence.empty() && sentence.data() >= end, "sentences follow one another");
      end = sentence.data() + sentence.size();
      fuzz::expect(end <= text.data() + text.size(), "sentences are parts of the text");
    }
  });
  return 0;
}
