// Fuzzes --set and --only. The input has a text for each, separated by a zero byte.
#include "engine/sweep/grid.hpp"
#include "engine/sweep/overrides.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/toy_task.hpp"

using namespace icsweep;

namespace {

const Sweep& toy_sweep() {
  static const Sweep sweep = parse_sweep(
      "[[grid]]\ntask = \"toy\"\ndepth = [1, 2, 3]\nkind = [\"a\", \"b\"]\nrate = { uniform = [0, 1] }\n"
      "sample = { count = 2 }\n[scale.quick]\ndepth = 1\n",
      "/nonexistent/s.toml");
  return sweep;
}

bool is_small(const Sweep& sweep) {
  std::size_t points = 1;
  for (const auto& axis : sweep.grids[0].axes)
    if ((points *= std::max<std::size_t>(1, axis.values.size())) > 100) return false;
  return !sweep.grids[0].sample || sweep.grids[0].sample->count <= 100;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = fuzz::text_of(data, size);
  const std::string set(fuzz::next_part(rest)), only(fuzz::next_part(rest));
  fuzz::accepted([&] {
    Sweep sweep = toy_sweep();
    if (!set.empty()) sweep = with_setting(fuzz::toy_tasks(), std::move(sweep), set);
    fuzz::expect(sweep.grids.size() == 1 && sweep.grids[0].task == "toy", "an assignment changes only values");
    if (!is_small(sweep)) return;
    const auto all = expand(fuzz::toy_tasks(), sweep);
    const auto some = only.empty() ? all : expand(fuzz::toy_tasks(), sweep, {only});
    fuzz::expect(!some.experiments.empty() && some.experiments.size() <= all.experiments.size(),
                 "a rule only drops experiments");
  });
  return 0;
}
