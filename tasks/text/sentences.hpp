// Finds the sentences of a text by its punctuation.
#pragma once

#include <string_view>
#include <vector>

namespace icsweep {

/// A sentence ends at one of . ! ? and any closing quotes or brackets, if white space follows and then, after at most
/// one opening quote or bracket, a capital or a digit; the last sentence ends with the text. White space around a
/// sentence is dropped; line ends within it stay. Of a sentence only the part up to and with its second full stop is
/// kept. Sentences are parts of `text`. Throws Error(config) if the text is not UTF-8.
std::vector<std::string_view> sentences(std::string_view text);

}  // namespace icsweep
