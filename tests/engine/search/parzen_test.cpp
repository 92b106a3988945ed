#include "engine/search/parzen.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

using Law = Draw::Law;

TEST(Parzen, ADrawComesFromAComponentAsOftenAsItsWeight) {
  const std::vector<ParzenAxis> axes{ParzenAxis({Law::choice, {1.0, 2.0}})};
  const ParzenDensity density(axes, std::vector<std::vector<double>>(80, {1}), std::vector<double>(80, 0.5),
                              Spread::neighbours);
  RandomStream component(1, Purpose::sweep, 0);
  std::vector<RandomStream> by_axis{RandomStream(2, Purpose::sweep, 0)};
  int own = 0;
  for (int i = 0; i < 10'000; ++i) own += density.draw(component, by_axis)[0] == 1;
  const double apart = 4.0 / (81 + 4);  // equal on both choices
  EXPECT_NEAR(own / 10'000.0, 40.0 / 41 * (1 - apart / 2) + 0.5 / 41, 0.01);
}

TEST(Parzen, AMixtureIsTheWeightedMeanOfItsComponents) {
  const std::vector<ParzenAxis> axes{ParzenAxis({Law::uniform, {0.0, 1.0}}), ParzenAxis({Law::uniform, {0.0, 1.0}})};
  const std::vector<std::vector<double>> draws{{0.2, 0.7}, {0.6, 0.1}};
  const ParzenDensity density(axes, draws, {0.5, 1.5}, Spread::neighbours);
  const auto product = [&](const Bump& a, const Bump& b) { return axes[0].density(a, 0.3) * axes[1].density(b, 0.4); };
  const auto first = axes[0].around({0.2, 0.6}, Spread::neighbours, 2),
             second = axes[1].around({0.7, 0.1}, Spread::neighbours, 2);
  const double expected = (0.5 * product(first[0], second[0]) + 1.5 * product(first[1], second[1]) +
                           product(axes[0].prior(), axes[1].prior())) /
                          3;
  EXPECT_NEAR(density.log_density({0.3, 0.4}), std::log(expected), 1e-12);
}

}  // namespace
}  // namespace icsweep
