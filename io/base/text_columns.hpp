// Text as a terminal shows it: UTF-8, measured in columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// The text on one line: white space becomes a blank. Other control characters, direction marks and bytes that are not
/// UTF-8 become '?'.
std::string printable(std::string_view text);

/// Columns that printable text takes: 2 for wide characters, 0 for combining ones.
int columns_of(std::string_view text);

/// The longest prefix of printable text, in whole characters, that takes at most `columns`.
std::string cut(std::string_view text, int columns);

/// Shortens printable text that takes more than `columns` by removing its middle.
std::string cut_within(std::string_view text, int columns);

/// The text in lines of at most `columns`, broken at blanks. A longer word gets a line of its own. An empty text gives
/// one empty line.
std::vector<std::string> wrapped(std::string_view text, int columns);

}  // namespace icsweep
