// A text file as tokens.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace icsweep {

struct TokenizedText {
  std::vector<int> tokens;       ///< of all sentences, one after the other
  std::int64_t vocabulary_size;  ///< of the tokenizer
};

/// Reads and tokenises a text. Keeps the result until one of the three files changes, so that the experiments of a grid
/// share it. Throws Error(config) that names the file. Not thread-safe.
std::shared_ptr<const TokenizedText> tokenized_text(const std::string& text, const std::string& merges,
                                                    const std::string& vocabulary);

}  // namespace icsweep
