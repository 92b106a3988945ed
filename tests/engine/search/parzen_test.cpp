#include "engine/search/parzen.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

using Law = Draw::Law;

/// Integrates a density over its range by the midpoint rule.
double mass(const ParzenAxis& axis, const Bump& bump, double low, double high) {
  const int steps = 4000;
  double sum = 0;
  for (int i = 0; i < steps; ++i) sum += axis.density(bump, low + (high - low) * (i + 0.5) / steps);
  return sum * (high - low) / steps;
}

TEST(Parzen, DensitiesSumToOne) {
  const ParzenAxis uniform({Law::uniform, {2.0, 5.0}}), log({Law::log_uniform, {1e-3, 1.0}});
  EXPECT_NEAR(mass(uniform, uniform.around(2.1, 8, 1), 2, 5), 1, 1e-6);
  EXPECT_NEAR(mass(uniform, uniform.prior(), 2, 5), 1, 1e-6);
  EXPECT_NEAR(mass(log, log.around(log.place(0.5), 8, 2), std::log(1e-3), 0), 1, 1e-6);
  const ParzenAxis whole({Law::integer, {std::int64_t{3}, std::int64_t{7}}});
  const ParzenAxis choice({Law::choice, {std::int64_t{10}, std::int64_t{20}, std::int64_t{40}}});
  double of_whole = 0, of_choice = 0;
  for (int i = 3; i <= 7; ++i) of_whole += whole.density(whole.around(4, 5, 1), i);
  for (int i = 0; i < 3; ++i) of_choice += choice.density(choice.around(1, 5, 1), i);
  EXPECT_NEAR(of_whole, 1, 1e-12);
  EXPECT_NEAR(of_choice, 1, 1e-12);
}

TEST(Parzen, AChoiceHasItsShareAndTheRestOfItsOwn) {
  const ParzenAxis choice({Law::choice, {1.0, 2.0, 3.0}});
  const Bump bump = choice.around(choice.place(2.0), 5, 1);
  EXPECT_NEAR(choice.density(bump, 0), 1.0 / 8, 1e-12);
  EXPECT_NEAR(choice.density(bump, 1), 6.0 / 8, 1e-12);
}

TEST(Parzen, ValuesHaveSixDigitsWithinTheirBounds) {
  const ParzenAxis log({Law::log_uniform, {1e-3, 0.1234567}});
  EXPECT_EQ(std::get<double>(log.value(log.place(0.0123456789))), 0.0123457);
  EXPECT_EQ(std::get<double>(log.value(log.place(0.1234567))), 0.123457 > 0.1234567 ? 0.1234567 : 0.123457);
  EXPECT_EQ(std::get<double>(log.value(std::log(1e-3) - 1e-12)), 1e-3);
}

TEST(Parzen, AMixtureIsTheMeanOfItsComponents) {
  const std::vector<ParzenAxis> axes{ParzenAxis({Law::uniform, {0.0, 1.0}}), ParzenAxis({Law::uniform, {0.0, 1.0}})};
  const ParzenDensity density(axes, {{0.2, 0.7}});
  const auto product = [&](const Bump& a, const Bump& b) { return axes[0].density(a, 0.3) * axes[1].density(b, 0.4); };
  const double expected =
      (product(axes[0].around(0.2, 2, 2), axes[1].around(0.7, 2, 2)) + product(axes[0].prior(), axes[1].prior())) / 2;
  EXPECT_NEAR(density.log_density({0.3, 0.4}), std::log(expected), 1e-12);
}

}  // namespace
}  // namespace icsweep
