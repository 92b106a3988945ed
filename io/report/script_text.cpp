#include "io/report/script_text.hpp"

#include <nlohmann/json.hpp>

namespace icsweep::report {

std::string script_text(const nlohmann::ordered_json& value) {
  using Json = nlohmann::ordered_json;
  const std::string plain = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  // These characters occur only inside JSON's texts, where \uXXXX means the same.
  std::string text;
  text.reserve(plain.size() + plain.size() / 8);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '<') text += "\\u003c";
    else if (plain[i] == '>') text += "\\u003e";
    else if (plain[i] == '&') text += "\\u0026";
    else if (plain.compare(i, 3, "\xe2\x80\xa8") == 0) text += "\\u2028", i += 2;
    else if (plain.compare(i, 3, "\xe2\x80\xa9") == 0) text += "\\u2029", i += 2;
    else text += plain[i];
  }
  return text;
}

}  // namespace icsweep::report
