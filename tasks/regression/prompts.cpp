#include "tasks/regression/prompts.hpp"

#include <algorithm>
#include <cmath>

#include "io/base/error.hpp"

namespace icsweep {

FunctionClass function_class(const std::string& name) {
  if (name == "linear") return FunctionClass::linear;
  if (name == "relu2") return FunctionClass::relu2;
  throw Error(ErrorKind::config, "function = \"" + name + "\": use linear or relu2");
}

PromptGenerator::PromptGenerator(const PromptSettings& settings)
    : settings_(settings), draws_(settings.dim + 1, settings.examples + 1) {
  if (settings.function == FunctionClass::linear) {
    last_.resize(settings.dim);
  } else {
    first_.resize(settings.hidden, settings.dim);
    last_.resize(settings.hidden);
    activated_.resize(settings.hidden);
  }
}

void PromptGenerator::draw_function(RandomStream& random) {
  random.normals({first_.data(), std::size_t(first_.size())});
  random.normals({last_.data(), std::size_t(last_.size())});
}

template <class Point>
double PromptGenerator::value(const Point& point) {
  if (settings_.function == FunctionClass::linear) return last_.dot(point);
  activated_.noalias() = first_ * point;
  return std::sqrt(2.0 / settings_.hidden) * last_.dot(activated_.cwiseMax(0));
}

template <class Real>
void PromptGenerator::draw(std::int64_t seed, Purpose purpose, std::uint64_t index, Real* x, Real* y) {
  RandomStream random(seed, purpose, index);
  draw_function(random);
  random.normals({draws_.data(), std::size_t(draws_.size())});
  for (int t = 0; t <= settings_.examples; ++t) {
    auto point = draws_.col(t).head(settings_.dim);
    point.tail(settings_.dim - settings_.active_dim).setZero();
    y[t] = Real(value(point) + settings_.noise * draws_(settings_.dim, t));
    for (const double coordinate : point) *x++ = Real(coordinate);
  }
}

template void PromptGenerator::draw(std::int64_t, Purpose, std::uint64_t, float*, float*);
template void PromptGenerator::draw(std::int64_t, Purpose, std::uint64_t, double*, double*);

Prompts draw_prompts(const PromptSettings& settings, int count, std::int64_t seed, Purpose purpose, const Poll& poll) {
  const int points = settings.examples + 1, dim = settings.dim;
  Prompts p{count, points, dim, std::vector<double>(std::size_t(count) * points * dim),
            std::vector<double>(std::size_t(count) * points)};
  if (settings.source) {
    for_each_example(*settings.source, settings.shape().scalars(), {seed, purpose, 0, count}, poll,
                     [&](int i, const float* prompt) {
                       std::copy_n(prompt, points * dim, p.x.data() + std::size_t(i) * points * dim);
                       std::copy_n(prompt + points * dim, points, p.y.data() + std::size_t(i) * points);
                     });
    return p;
  }
  PromptGenerator generator(settings);
  for (int i = 0; i < count; ++i) {
    poll_at(i, poll);
    generator.draw(seed, purpose, std::uint64_t(i), p.x.data() + std::size_t(i) * points * dim,
                   p.y.data() + std::size_t(i) * points);
  }
  return p;
}

}  // namespace icsweep
