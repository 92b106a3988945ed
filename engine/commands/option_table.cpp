#include "engine/commands/option_table.hpp"

#include <algorithm>

namespace icsweep {

const Option* find_option(const OptionTable& table, const std::string& key) {
  const auto found = std::ranges::find(table.options, key, &Option::key);
  return found == table.options.end() ? nullptr : &*found;
}

}  // namespace icsweep
