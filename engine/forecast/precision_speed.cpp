#include "engine/forecast/precision_speed.hpp"

#include <fmt/format.h>

#include <vector>

#include "io/base/statistics.hpp"
#include "io/store/heartbeat.hpp"
#include "models/layers/wide_kernels.hpp"

namespace icsweep {

std::optional<Config> in_float32(const Task& task, const Config& config) {
  if (task.precision(config) == Precision::float32 || !config.has("precision")) return std::nullopt;
  Config twin = config;
  twin.set("precision", "float32");
  return twin;
}

std::optional<double> speed_over_float32(const Task& task, const Config& config, const Calibration& limits) {
  constexpr int pairs = 5;
  if (!processor_has(task.precision(config))) return std::nullopt;
  const Config rounded = to_measure(task.schema(), config);
  const std::optional<Config> single = in_float32(task, rounded);
  if (!single) return std::nullopt;
  std::vector<double> ratios;
  for (int pair = 0; pair < pairs; ++pair) {
    const auto slow = measure_run(task, *single, limits), fast = measure_run(task, rounded, limits);
    if (!slow || !fast) return std::nullopt;
    ratios.push_back(slow->seconds / fast->seconds);
  }
  return median(ratios);
}

std::string slower_text(const std::string& precision, double speed) {
  constexpr double least_stated = .97;
  if (speed >= least_stated) return "";
  return fmt::format("precision = \"{}\" is slower than \"float32\" on {}: {:.2f} times its speed", precision,
                     host_name(), speed);
}

}  // namespace icsweep
