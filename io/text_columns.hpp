// Text as a terminal shows it: UTF-8, counted in columns.
#pragma once

#include <string>
#include <string_view>

namespace icsweep {

/// The text on one line: white space becomes a blank; other control characters, those that turn the direction of
/// writing, and bytes that are no UTF-8, become '?'.
std::string printable(std::string_view text);

/// Columns that printable text takes: 2 for wide characters, none for combining ones.
int columns_of(std::string_view text);

/// The longest beginning of printable text that takes at most so many columns; whole characters only.
std::string cut(std::string_view text, int columns);

/// Printable text whose middle is left out where it takes more columns than that: its beginning and its end say the
/// most.
std::string cut_within(std::string_view text, int columns);

}  // namespace icsweep
