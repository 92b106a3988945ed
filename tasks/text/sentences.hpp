// Finds the sentences of a text by its punctuation.
#pragma once

#include <string_view>
#include <vector>

namespace icsweep {

/// Sentences of a text, as parts of `text`. A sentence ends at one of . ! ? and any closing quotes or brackets, if
/// white space follows and then a capital or a digit, after at most one opening quote or bracket. The last sentence
/// ends with the text. White space around a sentence is dropped; line ends within it stay. A sentence is cut after its
/// second full stop. Throws Error(config) if the text is not UTF-8.
std::vector<std::string_view> sentences(std::string_view text);

}  // namespace icsweep
