#include "tasks/text/byte_pair_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/arrays/array_file.hpp"
#include "io/base/error.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::json;

// The order of the alternatives matters. \s+(?!\S) leaves the last blank before a word to that word.
constexpr const char* word_pattern = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

[[noreturn]] void fail(const std::string& path, std::size_t line, const std::string& what) {
  throw Error(ErrorKind::config, fmt::format("{}:{}: {}", path, line, what));
}

/// Forms of each byte in tokenizer files: visible characters of Latin-1 as themselves, the 68 others as U+0100, U+0101
/// …
std::array<std::string, 256> written_bytes() {
  std::array<std::string, 256> written;
  int next = 0x100;
  for (int byte = 0; byte < 256; ++byte) {
    const bool visible = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte != 0xad);
    const int character = visible ? byte : next++;
    if (character < 0x80) written[byte].assign(1, char(character));
    else written[byte] = {char(0xc0 | character >> 6), char(0x80 | (character & 0x3f))};
  }
  return written;
}

std::unordered_map<std::string, int> read_vocabulary(const std::string& path) {
  const MappedFile file(path);
  Json json;
  try {
    json = Json::parse(file.bytes());
  } catch (const Json::parse_error& e) {
    const std::string_view before = file.bytes().substr(0, e.byte);
    fail(path, 1 + std::size_t(std::count(before.begin(), before.end(), '\n')), "is not JSON, get the file again");
  } catch (const Json::exception&) {  // a number that is out of range
    fail(path, 1, "is not JSON of tokens and their ids, get the file again");
  }
  if (!json.is_object() || json.empty()) fail(path, 1, "is not a JSON object of tokens and their ids");
  std::unordered_map<std::string, int> vocabulary;
  for (const auto& [token, id] : json.items()) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= std::numeric_limits<int>::max())
      throw Error(ErrorKind::config,
                  fmt::format("{}: token {} has no id of 0 or more", path,
                              Json(token.substr(0, 100)).dump(-1, ' ', false, Json::error_handler_t::replace)));
    vocabulary.emplace(token, id.get<int>());
  }
  return vocabulary;
}

}  // namespace

BytePairEncoding::BytePairEncoding(const std::string& merges, const std::string& vocabulary)
    : words_(word_pattern), vocabulary_path_(vocabulary) {
  const Vocabulary ids = read_vocabulary(vocabulary);
  for (const auto& [token, id] : ids) vocabulary_size_ = std::max(vocabulary_size_, std::int64_t(id) + 1);
  const auto written = written_bytes();
  for (int byte = 0; byte < 256; ++byte) {
    const auto found = ids.find(written[byte]);
    byte_token_[byte] = found == ids.end() ? -1 : found->second;
  }
  read_merges(merges, ids);
}

void BytePairEncoding::read_merges(const std::string& path, const Vocabulary& vocabulary) {
  const MappedFile file(path);
  std::string_view rest = file.bytes();
  for (int line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.empty() || (line == 1 && text.starts_with("#version"))) continue;
    const std::size_t blank = text.find(' ');
    if (blank == 0 || blank != text.rfind(' ') || blank == text.npos || blank + 1 == text.size())
      fail(path, std::size_t(line), "is not a merge: two tokens with a blank between them");
    const std::string left(text.substr(0, blank)), right(text.substr(blank + 1));
    const auto id = [&](const std::string& token) {
      const auto found = vocabulary.find(token);
      if (found == vocabulary.end())
        fail(path, std::size_t(line),
             fmt::format("token {} is not in {}, take both files of one tokenizer",
                         Json(token.substr(0, 100)).dump(-1, ' ', false, Json::error_handler_t::replace),
                         vocabulary_path_));
      return found->second;
    };
    merges_.try_emplace(pair(id(left), id(right)), Merge{line, id(left + right)});
  }
  if (merges_.empty()) fail(path, 1, "has no merge, get the file again");
}

/// Each round merges every occurrence of the pair with the highest priority.
std::vector<int> BytePairEncoding::encode_word(std::string_view word) const {
  std::vector<int> tokens;
  for (const char c : word) {
    tokens.push_back(byte_token_[std::uint8_t(c)]);
    if (tokens.back() < 0)
      throw Error(ErrorKind::config, fmt::format("{}: has no token for byte {:#04x} of the text, take a byte-level one",
                                                 vocabulary_path_, std::uint8_t(c)));
  }
  for (;;) {
    Merge best{std::numeric_limits<int>::max(), -1};
    std::uint64_t best_pair = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const auto found = merges_.find(pair(tokens[i], tokens[i + 1]));
      if (found == merges_.end() || found->second.rank >= best.rank) continue;
      best = found->second;
      best_pair = found->first;
    }
    if (best.merged < 0) return tokens;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tokens.size(); ++kept) {
      const bool merge = i + 1 < tokens.size() && pair(tokens[i], tokens[i + 1]) == best_pair;
      tokens[kept] = merge ? best.merged : tokens[i];
      i += merge ? 2 : 1;
    }
    tokens.resize(kept);
  }
}

std::vector<int> BytePairEncoding::encode(std::span<const std::string_view> texts) const {
  std::unordered_map<std::string_view, std::vector<int>> known;
  std::vector<int> tokens;
  for (const std::string_view text : texts)
    for (const std::string_view word : words_.matches(text)) {
      const auto [entry, is_new] = known.try_emplace(word);
      if (is_new) entry->second = encode_word(word);
      tokens.insert(tokens.end(), entry->second.begin(), entry->second.end());
    }
  return tokens;
}

}  // namespace icsweep
