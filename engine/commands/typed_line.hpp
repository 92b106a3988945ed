// A command line that is being typed, as completion sees it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/commands/commands.hpp"

namespace icsweep {

struct TypedLine {
  std::map<std::string, std::string> values;  ///< complete values by name of option, positional ones included
  std::string option;                         ///< the option whose value the last word is or begins; empty if none
  std::string prefix;                         ///< "--scale=" if the last word holds the option too
  std::string word;                           ///< the part of that value typed so far
};

/// `words` begins after the command; the last one is as far as it is typed. Ignores options that the command does not
/// have.
TypedLine typed_line(const Interface& interface, const Arguments& words);

}  // namespace icsweep
