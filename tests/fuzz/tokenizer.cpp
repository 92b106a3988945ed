// Fuzzes byte pair encoding. The input has the merges, the vocabulary and a text, separated by zero bytes.
#include "fuzz/fuzz.hpp"
#include "tasks/text/byte_pair_encoding.hpp"

using namespace icsweep;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = fuzz::text_of(data, size);
  static const fuzz::InputFile merges("merges.txt"), vocabulary("vocab.json");
  merges.hold(fuzz::next_part(rest));
  vocabulary.hold(fuzz::next_part(rest));
  fuzz::accepted([&] {
    const BytePairEncoding encoding(merges.path(), vocabulary.path());
    const std::vector<std::string_view> twice{rest, rest};
    const auto once = encoding.encode({twice.data(), 1}), both = encoding.encode(twice);
    for (const int id : once) fuzz::expect(id >= 0 && id < encoding.vocabulary_size(), "a token is in the vocabulary");
    fuzz::expect(once.size() <= rest.size() && both.size() == 2 * once.size(), "each text has its own tokens");
  });
  return 0;
}
