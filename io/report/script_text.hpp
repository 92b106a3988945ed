// JSON inside an HTML page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace icsweep::report {

/// JSON text of the same value that cannot end its <script>, open a comment there or break a line of JavaScript: <, >,
/// &, U+2028 and U+2029 are written as \uXXXX. Bytes that are not UTF-8 become U+FFFD.
std::string script_text(const nlohmann::ordered_json& value);

}  // namespace icsweep::report
