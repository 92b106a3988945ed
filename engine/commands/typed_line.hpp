// A command line while it is typed, for completion.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/commands/option_table.hpp"

namespace icsweep {

struct TypedLine {
  std::map<std::string, std::string> values{};  ///< complete values, also of places, by key of option
  std::optional<Option> option{};               ///< the option whose value the last word is or starts
  std::string prefix{};                         ///< "--scale=" if the last word holds the option too
  std::string word{};                           ///< the part of that value typed so far
};

/// Reads `words`, which start after the command; the last one may be incomplete. Ignores options that the table does
/// not have.
TypedLine typed_line(const OptionTable& table, const std::vector<std::string>& words);

}  // namespace icsweep
