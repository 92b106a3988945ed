// Baselines of a sampler against the program's own.
#include "tasks/sampler/sampler.hpp"

#include "tasks/regression/baselines.hpp"
#include "tasks/regression/error_curve.hpp"
#include "tests/tasks/sampler/sampler_folder.hpp"

namespace icsweep {
namespace {

class BaselinesOfASampler : public test::SamplerFolder {};

TEST_F(BaselinesOfASampler, NearestNeighbourAndLeastSquaresAreThoseOfTheProgram) {
  copy_example("sparse_linear.py");
  SamplerDefinition d = definition("sparse_linear.py", {integer("nonzero", 2)});
  d.baselines = {"nearest", "least_squares"};
  const int count = 300, points = 12, dim = 4;
  const ExampleShape shape{points, dim, true};
  const auto sampler = opened(d, {shape, {{"nonzero", std::int64_t{2}}}, 256, {}});
  const Prompts prompts =
      draw_prompts({.function = FunctionClass::linear, .dim = dim, .examples = points - 1, .source = sampler.get()},
                   count, 5, Purpose::test_data);
  const std::vector<BaselineErrors> errors = baseline_errors(*sampler, shape, 2, 5, count, {});
  ASSERT_EQ(errors.size(), 2u);
  const auto expect = [&](const BaselineErrors& found, auto predict) {
    const auto known = squared_errors(prompts, [&](int i) { return predict(prompts[i]); });
    ASSERT_EQ(int(found.by_target.size()), points);
    for (int t = 0; t < points; ++t)
      EXPECT_NEAR(found.by_target[t], known.col(t).mean(), 1e-4 * (1 + known.col(t).mean())) << t;
    EXPECT_EQ(found.whole, found.by_target.back());
  };
  expect(errors[0], [](const Prompt& p) { return predict_nearest(p, 1); });
  expect(errors[1], [](const Prompt& p) { return predict_least_squares(p); });
  EXPECT_GT(errors[0].whole, 0.1);
  EXPECT_LT(errors[1].whole, 1e-6);
}

/// A walk's steps are N(0, 1/points): the last state errs by that.
TEST_F(BaselinesOfASampler, OfSequencesAreByPositionFromTheSecondStateOn) {
  write("walk.py", test::walk_py);
  SamplerDefinition d = definition("walk.py", {}, "plain");
  d.baselines = {"last_state"};
  const ExampleShape shape{7, 3, false};
  const auto sampler = opened(d, {shape, {}, 256, {}});
  const std::vector<BaselineErrors> errors = baseline_errors(*sampler, shape, 1, 1, 2000, {});
  ASSERT_EQ(errors[0].by_target.size(), 6u);
  for (const double error : errors[0].by_target) EXPECT_NEAR(error, 1. / 7, .01);
  EXPECT_NEAR(errors[0].whole, 1. / 7, .004);
}

}  // namespace
}  // namespace icsweep
