#include "tasks/sampler/baseline_errors.hpp"

#include <algorithm>
#include <numeric>

namespace icsweep {

std::vector<BaselineErrors> baseline_errors(Sampler& sampler, const ExampleShape& shape, std::size_t baselines,
                                            std::int64_t seed, int count, const std::function<void()>& poll) {
  constexpr int piece = 256;
  const std::size_t points = std::size_t(shape.points), each = shape.labelled ? 1 : std::size_t(shape.dim),
                    targets = points * each, begin = shape.labelled ? points * std::size_t(shape.dim) : 0;
  std::vector<BaselineErrors> errors(baselines, {0, std::vector<double>(points)});
  for (int first = 0; first < count; first += piece) {
    const int size = std::min(piece, count - first);
    sampler.begin({seed, Purpose::test_data, first, size}, first + size);
    const double* prediction = sampler.predictions().data();
    for (BaselineErrors& baseline : errors)
      for (int i = 0; i < size; ++i) {
        const float* const target = sampler.read(i, nullptr) + begin;
        for (std::size_t t = 0; t < targets; ++t) {
          const double difference = *prediction++ - double(target[t]);
          baseline.by_target[t / each] += difference * difference;
        }
      }
    if (poll) poll();
  }
  for (BaselineErrors& baseline : errors) {
    auto& by_target = baseline.by_target;
    for (double& error : by_target) error /= double(count) * double(each);
    if (!shape.labelled) by_target.erase(by_target.begin());  // nothing is seen before s_1
    baseline.whole = shape.labelled
                         ? by_target.back()
                         : std::accumulate(by_target.begin(), by_target.end(), 0.0) / double(by_target.size());
  }
  return errors;
}

}  // namespace icsweep
