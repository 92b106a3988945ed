#include "io/json_depth.hpp"

namespace icsweep {

bool nests_at_most(std::string_view json, int most) {
  bool in_text = false;
  int depth = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\') ++i;
    else if (c == '"') in_text = !in_text;
    else if (in_text) continue;
    else if (c == '[' || c == '{') {
      if (++depth > most) return false;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return true;
}

}  // namespace icsweep
