// One key of a grid on a command line: --set PARAMETER=VALUE.
#pragma once

#include <optional>
#include <string>

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// A parameter's values, or one of the keys beside them that a command line may set.
struct SetOption {
  std::string text, name;  ///< text: PARAMETER=VALUE as given
  std::optional<Axis> axis{};
  std::optional<Sample> sample{};
  std::optional<Settings> settings{};  ///< `name` says which one counts
};

/// Reads PARAMETER=VALUE. The value is written as in a sweep file, but a text needs no quotes. Throws Error(config)
/// "--set PARAMETER=VALUE: …" for a value that cannot be read, and for a key that a command line cannot set.
SetOption parse_assignment(const std::string& text);

/// Copies the setting of this name; false if there is none.
bool take_setting(const std::string& name, const Settings& from, Settings& to);

}  // namespace icsweep
