#include "tasks/sampler/sampler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "tasks/sampler/library_sampler.hpp"
#include "tasks/sampler/python_sampler.hpp"

namespace icsweep {

std::int64_t stream_seed(std::int64_t seed, Purpose purpose) {
  if (purpose == Purpose::training_data) return seed;
  return seed + (std::int64_t(1) << (purpose == Purpose::test_data ? 53 : 54));
}

std::unique_ptr<Sampler> opened(const SamplerDefinition& definition, const SamplerUse& use) {
  if (definition.is_python()) return std::make_unique<PythonSampler>(definition, use);
  return std::make_unique<LibrarySampler>(definition, use);
}

namespace {

/// Examples first … first + count − 1 of the check.
std::vector<float> drawn(ExampleSource& source, std::size_t scalars, std::int64_t seed, int first, int count) {
  std::vector<float> all(std::size_t(count) * scalars);
  source.begin({seed, Purpose::check, first, count}, first + count);
  for (int i = 0; i < count; ++i) {
    float* const place = all.data() + std::size_t(i) * scalars;
    if (const float* example = source.read(i, place); example != place)
      std::memcpy(place, example, scalars * sizeof *place);
  }
  return all;
}

}  // namespace

std::vector<float> expect_pure(const SamplerDefinition& definition, Sampler& sampler, const ExampleShape& shape,
                               std::int64_t seed) {
  constexpr int count = 5, cut = 2;
  const std::size_t scalars = shape.scalars();
  const auto whole = drawn(sampler, scalars, seed, 0, count);
  const auto expect = [&](int first, int size, const char* how) {
    const auto part = drawn(sampler, scalars, seed, first, size);
    if (std::memcmp(part.data(), whole.data() + std::size_t(first) * scalars, part.size() * sizeof(float)) == 0) return;
    throw std::runtime_error(
        fmt::format("{}: answers differently when asked {}: an example may depend on seed and its number alone, draw "
                    "example i by a "
                    "generator of (seed, first + i)",
                    definition.file, how));
  };
  expect(0, count, "again");
  expect(cut, count - cut, "for a part");
  expect(0, cut, "for a part");
  return whole;
}

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
