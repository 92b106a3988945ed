#include "io/figures/selection.hpp"

#include <fmt/format.h>

namespace icsweep {

std::vector<Need> each_of(const std::string& name, const std::vector<std::string>& values) {
  std::vector<Need> needs;
  for (const auto& value : values) {
    const bool number = value.find_first_not_of("0123456789.") == std::string::npos;
    needs.push_back({fmt::format("{} = {}", name, value),
                     fmt::format("{} = {}", name, number ? value : fmt::format("'{}'", value))});
  }
  return needs;
}

}  // namespace icsweep
