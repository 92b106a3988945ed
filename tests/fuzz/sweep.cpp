// Fuzzes sweep files. The text is read, and its grid is expanded if it is small.
#include "engine/sweep/grid.hpp"
#include "engine/sweep/points.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/toy_task.hpp"

using namespace icsweep;

namespace {

constexpr double max_points = 300;  // so that an input takes milliseconds

bool is_small(const Sweep& sweep) {
  double points = 0;
  for (const auto& grid : sweep.grids) {
    if (grid.sample && grid.sample->count > max_points) return false;
    for (const auto& axis : grid.axes)
      if (axis.values.size() > max_points) return false;
    points += Points(fuzz::toy_tasks(), grid).count();
  }
  return points <= max_points;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::text_of(data, size));
  fuzz::accepted([&] {
    const Sweep sweep = parse_sweep(text, "/nonexistent/s.toml");
    fuzz::expect(!sweep.grids.empty() && sweep.text.starts_with(text), "an accepted sweep has a grid and its text");
    if (!is_small(sweep)) return;
    for (const auto& e : expand(fuzz::toy_tasks(), sweep).experiments)
      for (const auto& p : e.task->schema().parameters)
        fuzz::expect(checked(p, e.config.at(p.name)) == e.config.at(p.name), "each value is valid for its parameter");
  });
  return 0;
}
