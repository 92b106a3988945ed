#include "engine/sweep/sweep_source.hpp"

#include "engine/sweep/code_of_sweep.hpp"
#include "engine/sweep/overrides.hpp"
#include "engine/sweep/shipped_sweeps.hpp"

namespace icsweep {

SweepWithTasks SweepSource::read(const TaskRegistry& tasks) const {
  Sweep sweep = read_sweep_file(sweep_file_of(path));
  CodeOfSweep code(tasks, sweep);
  if (!allow_code) code.refuse();
  if (!scale.empty()) sweep = at_scale(code.tasks(), std::move(sweep), scale);
  for (const auto& assignment : set) sweep = with_setting(code.tasks(), std::move(sweep), assignment);
  code.inspect(sweep);
  return {std::move(sweep), code.tasks()};
}

std::string SweepSource::label() const {
  std::string text = path;
  if (!scale.empty()) text += " --scale " + scale;
  for (const auto& assignment : set) text += " --set " + assignment;
  for (const auto& rule : only) text += " --only '" + rule + "'";
  if (allow_code) text += " --allow-code";
  return text;
}

}  // namespace icsweep
