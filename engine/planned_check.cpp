#include "engine/planned_check.hpp"

#include <fmt/format.h>

#include <sstream>

#include "engine/grid.hpp"
#include "engine/overrides.hpp"

namespace icsweep {
namespace {

/// Reads the scale out of "icsweep run s.toml -o s.h5 --scale quick". False for a command with other changes.
bool read_scale(const std::string& command, std::string& scale) {
  std::istringstream words(command);
  std::string program, name;
  if (!(words >> program >> name) || program != "icsweep" || name != "run") return false;
  for (std::string word; words >> word;) {
    if (word == "--scale") words >> scale;
    else if (word.starts_with("--scale=")) scale = word.substr(8);
    else if (word.starts_with("--set") || word.starts_with("--only")) return false;
  }
  return true;
}

}  // namespace

PlannedPoints planned_points(const StoreHeader& header) {
  PlannedPoints points;
  std::string scale;
  if (!read_scale(header.command, scale)) points.unknown = "its command line may have changed the sweep";
  else if (header.sweep_text.find("\n# included: ") != std::string::npos)
    points.unknown = "its sweep file includes others";
  if (!points.unknown.empty()) return points;
  try {
    Sweep sweep = parse_sweep(header.sweep_text, "the stored sweep");
    if (!scale.empty()) sweep = at_scale(std::move(sweep), scale);
    for (auto& e : expand(sweep).experiments) points.identities.insert(std::move(e.identity));
  } catch (const Error& e) {
    points.unknown = fmt::format("its sweep cannot be expanded ({})", e.what());
  }
  return points;
}

}  // namespace icsweep
