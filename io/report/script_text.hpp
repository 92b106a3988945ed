// JSON that stands inside an HTML page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace icsweep::report {

/// JSON text that is the same value and cannot end the <script> it stands in, open a comment there or break a line of
/// JavaScript: <, >, &, U+2028 and U+2029 are written as \uXXXX. Bytes that are no UTF-8 become U+FFFD.
std::string script_text(const nlohmann::ordered_json& value);

}  // namespace icsweep::report
