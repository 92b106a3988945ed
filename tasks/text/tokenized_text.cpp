#include "tasks/text/tokenized_text.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <tuple>

#include "io/arrays/array_file.hpp"
#include "io/base/error.hpp"
#include "tasks/text/byte_pair_encoding.hpp"
#include "tasks/text/sentences.hpp"

namespace icsweep {
namespace {

using FileState = std::tuple<std::string, std::filesystem::file_time_type, std::uintmax_t>;

FileState state_of(const std::string& path) {
  std::error_code none;  // reading reports a missing file
  return {path, std::filesystem::last_write_time(path, none), std::filesystem::file_size(path, none)};
}

std::vector<int> tokenize(const std::string& path, const BytePairEncoding& encoding) {
  const MappedFile file(path);
  try {
    return encoding.encode(sentences(file.bytes()));
  } catch (const Error& e) {
    throw Error(e.kind(), path + ": " + e.what());
  }
}

}  // namespace

std::shared_ptr<const TokenizedText> tokenized_text(const std::string& text, const std::string& merges,
                                                    const std::string& vocabulary) {
  static std::map<std::array<FileState, 3>, std::shared_ptr<const TokenizedText>> known;
  auto& entry = known[{state_of(text), state_of(merges), state_of(vocabulary)}];
  if (!entry) {
    const BytePairEncoding encoding(merges, vocabulary);
    entry = std::make_shared<TokenizedText>(TokenizedText{tokenize(text, encoding), encoding.vocabulary_size()});
  }
  return entry;
}

}  // namespace icsweep
