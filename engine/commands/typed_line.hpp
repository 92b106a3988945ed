// A command line that is being typed, as completion sees it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/commands/commands.hpp"

namespace icsweep {

struct TypedLine {
  std::map<std::string, std::string> values;  ///< by name of option, positional ones too: what stands there already
  std::string option;                         ///< whose value the last word is, or would begin
  std::string prefix;                         ///< "--scale=" if the last word holds the option too
  std::string word;                           ///< what of that value is there
};

/// `words`: those behind the command, the last one as far as it is typed. What the command does not know is ignored.
TypedLine typed_line(const Interface& interface, const Arguments& words);

}  // namespace icsweep
