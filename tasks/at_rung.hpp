// The course of an experiment at a rung of a search, until the rung has decided about it.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

namespace icsweep {

enum class AtRung {
  saves,     ///< it is saved and stops; if its setting is promoted, it resumes
  restarts,  ///< it stops; if its setting is promoted, it runs again from its beginning
  continues  ///< it runs on, and stops when its setting is pruned
};

/// The names in sweep files, in the order of the values.
inline constexpr std::string_view at_rung_names[] = {"saves", "restarts", "continues"};

inline std::string_view name_of(AtRung at_rung) {
  return at_rung_names[int(at_rung)];
}

/// Nothing for another name.
inline std::optional<AtRung> at_rung_named(std::string_view name) {
  const auto found = std::ranges::find(at_rung_names, name);
  if (found == std::end(at_rung_names)) return std::nullopt;
  return AtRung(found - std::begin(at_rung_names));
}

}  // namespace icsweep
