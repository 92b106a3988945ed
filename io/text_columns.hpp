// Text as a terminal shows it: UTF-8, counted in columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// The text on one line: white space becomes a blank. Other control characters, those that change the direction of
/// writing, and bytes that are not UTF-8 become '?'.
std::string printable(std::string_view text);

/// Columns that printable text takes: 2 for wide characters, none for combining ones.
int columns_of(std::string_view text);

/// The longest beginning of printable text, in whole characters, that takes at most `columns`.
std::string cut(std::string_view text, int columns);

/// Printable text without its middle if it takes more than `columns`: beginning and end tell most.
std::string cut_within(std::string_view text, int columns);

/// The text in lines of at most `columns`, broken at blanks; a longer word has a line of its own. An empty text gives
/// one empty line.
std::vector<std::string> wrapped(std::string_view text, int columns);

}  // namespace icsweep
