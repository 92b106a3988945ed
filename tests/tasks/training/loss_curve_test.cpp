#include "tasks/training/loss_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/tasks/recorder.hpp"

namespace icsweep {
namespace {

/// Steps that a curve of at most `most` points keeps of a run of `run` steps. The loss of step s is −s.
template <class Curve>
std::vector<double> kept(std::int64_t most, std::int64_t run) {
  Curve curve(most);
  for (std::int64_t step = 1; step <= run; ++step) curve.add(step, double(-step));
  test::Recorder recorder;
  curve.put(recorder, "step", "loss");
  auto steps = recorder.results().at("step");
  EXPECT_EQ(steps.size(), std::size_t(std::min<std::int64_t>(most, 200)));
  for (std::size_t i = 0; i < steps.size(); ++i)
    EXPECT_TRUE(std::isnan(steps[i]) || recorder.results().at("loss")[i] == -steps[i]);
  while (!steps.empty() && std::isnan(steps.back())) steps.pop_back();
  for (const double s : steps) EXPECT_FALSE(std::isnan(s));  // padding is at the end alone
  return steps;
}

TEST(LossCurve, SpreadsItsCheckpointsEvenlyOverTheRun) {
  EXPECT_EQ(kept<LossCurve>(3, 3), (std::vector<double>{1, 2, 3}));
  const auto steps = kept<LossCurve>(1000, 1000);
  for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(steps.at(i), 5.0 * double(i + 1));
}

TEST(OpenLossCurve, KeepsEverySecondFourthAndSoOnStepAndTheLast) {
  for (const std::int64_t run : {0, 1, 2, 199, 200, 201, 202, 399, 400, 401, 403, 800, 801, 4000}) {
    const auto steps = kept<OpenLossCurve>(100'000, run);
    std::int64_t spacing = 1;
    while (200 * spacing < run) spacing *= 2;
    std::vector<double> expected;
    for (std::int64_t step = spacing; step <= run; step += spacing) expected.push_back(double(step));
    if (run % spacing != 0) expected.push_back(double(run));
    EXPECT_EQ(steps, expected) << run;
    EXPECT_GE(std::int64_t(steps.size()), std::min<std::int64_t>(run, 100));
  }
}

TEST(OpenLossCurve, KeepsEveryStepOfAShortRunThatGoesToItsEnd) {
  for (const std::int64_t run : {1, 2, 7, 199, 200})
    EXPECT_EQ(kept<OpenLossCurve>(run, run).size(), std::size_t(run)) << run;
}

}  // namespace
}  // namespace icsweep
