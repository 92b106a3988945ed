// A command line that is being typed, as completion sees it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/commands/option_table.hpp"

namespace icsweep {

struct TypedLine {
  std::map<std::string, std::string> values{};  ///< complete values by key of option, those of places included
  std::optional<Option> option{};               ///< whose value the last word is or begins
  std::string prefix{};                         ///< "--scale=" if the last word holds the option too
  std::string word{};                           ///< the part of that value typed so far
};

/// `words` begins after the command; the last one is as far as it is typed. Ignores options that the table does not
/// have.
TypedLine typed_line(const OptionTable& table, const std::vector<std::string>& words);

}  // namespace icsweep
