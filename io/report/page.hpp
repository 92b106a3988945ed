// The report's page without its data. It is made at build time from the files in this folder and Chart.js.
#pragma once

#include <string_view>

namespace icsweep::report {

/// Marks in the page that are replaced by the data; each occurs once.
inline constexpr std::string_view connect_mark = "@CONNECT@", about_mark = "@ABOUT@", numbers_mark = "@NUMBERS@";

extern const std::string_view page;

}  // namespace icsweep::report
