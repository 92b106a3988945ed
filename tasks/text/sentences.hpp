// Sentences of a text by its punctuation.
#pragma once

#include <string_view>
#include <vector>

namespace icsweep {

/// A sentence ends at one of . ! ? and any closing quotes or brackets, if white space follows and then, after at most
/// one opening quote or bracket, a capital or a digit; the last one ends with the text. Of each the text up to and with
/// its second full stop is kept, without white space around it; line ends within it stay as they are. The sentences are
/// parts of `text`. Throws Error(config) if that is no UTF-8.
std::vector<std::string_view> sentences(std::string_view text);

}  // namespace icsweep
