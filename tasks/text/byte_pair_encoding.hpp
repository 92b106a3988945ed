// GPT-2's tokenizer: byte-level byte pair encoding [Radford et al. 2019, §2.2].
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tasks/text/pattern.hpp"

namespace icsweep {

/// Splits a text into words (with the blank before them), numbers, punctuation and white space. The bytes of each part
/// are its first tokens. The pair of neighbouring tokens that comes first in the list of merges becomes one token,
/// until no pair of the list remains. Every byte can be a token, so every UTF-8 text has an encoding.
class BytePairEncoding {
 public:
  /// `merges` (also known as vocab.bpe): a line "#version: …", then two tokens per line, highest priority first.
  /// `vocabulary` (encoder.json): {"token": id, …}. Both write a byte that is not a visible character of Latin-1 as a
  /// character from U+0100 on. Throws Error(config) that names file and line.
  BytePairEncoding(const std::string& merges, const std::string& vocabulary);

  /// Ids of the tokens of all texts, one text after the other. Throws Error(config) if a text is not UTF-8 or contains
  /// a byte that the vocabulary lacks.
  std::vector<int> encode(std::span<const std::string_view> texts) const;
  /// Largest id + 1.
  std::int64_t vocabulary_size() const { return vocabulary_size_; }

 private:
  struct Merge {
    int rank, merged;
  };
  using Vocabulary = std::unordered_map<std::string, int>;
  static std::uint64_t pair(int left, int right) { return std::uint64_t(left) << 32 | std::uint32_t(right); }
  void read_merges(const std::string& path, const Vocabulary& vocabulary);
  std::vector<int> encode_word(std::string_view word) const;

  Pattern words_;
  std::string vocabulary_path_;
  std::int64_t vocabulary_size_ = 0;
  std::array<int, 256> byte_token_{};  ///< −1: not in the vocabulary
  std::unordered_map<std::uint64_t, Merge> merges_;
};

}  // namespace icsweep
