#include "engine/sweep/sweep_source.hpp"

#include "engine/sweep/overrides.hpp"
#include "engine/sweep/shipped_sweeps.hpp"

namespace icsweep {

Sweep SweepSource::read(const TaskRegistry& tasks) const {
  Sweep sweep = read_sweep_file(sweep_file_of(path));
  if (!scale.empty()) sweep = at_scale(tasks, std::move(sweep), scale);
  for (const auto& assignment : set) sweep = with_setting(tasks, std::move(sweep), assignment);
  return sweep;
}

std::string SweepSource::label() const {
  std::string text = path;
  if (!scale.empty()) text += " --scale " + scale;
  for (const auto& assignment : set) text += " --set " + assignment;
  for (const auto& rule : only) text += " --only '" + rule + "'";
  return text;
}

}  // namespace icsweep
