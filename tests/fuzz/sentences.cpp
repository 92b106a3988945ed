// The sentences of a text file.
#include "tasks/text/sentences.hpp"

#include "fuzz/fuzz.hpp"

using namespace icsweep;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::accepted([&] {
    const char* end = text.data();
    for (const auto sentence : sentences(text)) {
      fuzz::expect(!sentence.empty() && sentence.data() >= end, "sentences stand one after the other");
      end = sentence.data() + sentence.size();
      fuzz::expect(end <= text.data() + text.size(), "sentences are parts of the text");
    }
  });
  return 0;
}
