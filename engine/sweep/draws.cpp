#include "engine/sweep/draws.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tasks/random.hpp"

namespace icsweep {
namespace {

Value drawn(const Draw& draw, RandomStream& random) {
  const auto real = [&](int i) { return std::get<double>(draw.values[std::size_t(i)]); };
  switch (draw.law) {
    case Draw::Law::uniform:
      return random.uniform(real(0), real(1));
    case Draw::Law::log_uniform:
      return std::exp(random.uniform(std::log(real(0)), std::log(real(1))));
    case Draw::Law::integer: {
      const auto low = std::get<std::int64_t>(draw.values[0]), high = std::get<std::int64_t>(draw.values[1]);
      return low + std::int64_t(random.below(std::uint64_t(high - low) + 1));
    }
    default:
      return draw.values[random.below(draw.values.size())];
  }
}

}  // namespace

std::int64_t draw_seed(std::int64_t seed, const std::string& name) {
  std::uint64_t hash = 14695981039346656037u + std::uint64_t(seed);  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return std::int64_t(hash);
}

void draw_values(Axis& axis, const Parameter& parameter, const Sample& sample) {
  const std::int64_t seed = draw_seed(sample.seed, axis.name);
  for (std::int64_t i = 0; i < sample.count; ++i) {
    RandomStream random(seed, Purpose::sweep, std::uint64_t(i));
    axis.values.push_back(checked(parameter, drawn(*axis.draw, random)));
  }
  for (const auto& value : axis.proposed) axis.values.push_back(checked(parameter, value));
}

void check_draw(const Parameter& parameter, const Axis& axis) {
  const bool real = axis.draw->law == Draw::Law::uniform || axis.draw->law == Draw::Law::log_uniform;
  if (real && parameter.type() == ValueType::integer)
    throw sweep_error(axis.place, fmt::format("{} is an integer, draw it with {{integer = [low, high]}}", axis.name));
  for (const auto& value : axis.draw->values) located(axis.place, "", [&] { return checked(parameter, value); });
}

}  // namespace icsweep
