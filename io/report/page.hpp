// The report's page without its data: made at build time from the files beside this one and Chart.js.
#pragma once

#include <string_view>

namespace icsweep::report {

/// Marks in the page, each present once, that the data replace.
inline constexpr std::string_view connect_mark = "@CONNECT@", about_mark = "@ABOUT@", numbers_mark = "@NUMBERS@";

extern const std::string_view page;

}  // namespace icsweep::report
