#include <fmt/format.h>

#include <functional>
#include <vector>

#include "tasks/regression/baselines.hpp"
#include "tasks/regression/error_curve.hpp"
#include "tasks/regression/two_layer_network.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::regression_baselines_test {
namespace {

using test::Recorder;
using Curve = std::vector<double>;

const std::string task = "regression_baselines";

Value integer(std::int64_t n) {
  return n;
}
/// A few short prompts, with settings that are not the defaults.
Values small(Values more = {}) {
  more.merge(Values{{"dim", integer(3)},
                    {"examples", integer(5)},
                    {"noise", 0.2},
                    {"hidden", integer(7)},
                    {"prompts", integer(10)},
                    {"neighbours", integer(2)},
                    {"ridge_penalty", 0.7},
                    {"lasso_alpha", 0.3},
                    {"network_prompts", integer(0)},
                    {"seed", integer(4)}});
  return more;
}
Recorder run(const Values& values) {
  return test::run(task, test::configured(task, values));
}

/// The prompts of small().
Prompts prompts_of(FunctionClass function) {
  return draw_prompts({.function = function, .dim = 3, .examples = 5, .noise = 0.2, .hidden = 7}, 10, 4,
                      Purpose::test_data);
}

TEST(RegressionBaselines, GivesWhatItDeclares) {
  for (const char* function : {"linear", "relu2"}) {
    const Values values = small({{"function", std::string(function)}, {"network_prompts", integer(2)}});
    test::expect_declared_results(task, test::configured(task, values), run(values));
  }
}

TEST(RegressionBaselines, PredictsInOneDimensionAndFromOneExample) {
  for (const Values& more : {Values{{"dim", integer(1)}, {"noise", 0.0}}, Values{{"examples", integer(1)}}}) {
    const Values values = small(more);
    test::expect_declared_results(task, test::configured(task, values), run(values),
                                  {"network_last", "network_last_low", "network_last_high"});
  }
}

TEST(RegressionBaselines, CurvesAreThoseOfEachPredictorOnTheTestPromptsOfTheSeed) {
  const std::map<std::string, std::function<Eigen::VectorXd(const Prompt&)>> predictors{
      {"zero", predict_zero},
      {"averaging", predict_averaging},
      {"nearest", [](const Prompt& p) { return predict_nearest(p, 2); }},
      {"least_squares", predict_least_squares},
      {"ridge", [](const Prompt& p) { return predict_ridge(p, 0.7); }},
      {"lasso", [](const Prompt& p) { return predict_lasso(p, 0.3); }},
      {"gaussian_process", [](const Prompt& p) { return predict_gaussian_process(p, 0.2); }}};
  for (const char* function : {"linear", "relu2"}) {
    const Recorder r = run(small({{"function", std::string(function)}}));
    const Prompts prompts = prompts_of(function_class(function));
    for (const auto& [name, predict] : predictors) {
      const ErrorCurve curve =
          error_curve(squared_errors(prompts, [&, &predict = predict](int i) { return predict(prompts[i]); }), 4);
      EXPECT_EQ(r.results().at(name + "_error"), curve.mean);
      EXPECT_EQ(r.results().at(name + "_error_low"), curve.low);
      EXPECT_EQ(r.results().at(name + "_error_high"), curve.high);
      EXPECT_EQ(r.scalar(name + "_last"), curve.mean.back());
    }
  }
}

/// Prompts 4 and 9 of the 10 prompts 0 … 9.
TEST(RegressionBaselines, NetworksAreTrainedOnPromptsEvenlySpread) {
  const Prompts prompts = prompts_of(FunctionClass::relu2);
  SquaredErrors errors(2, 1);
  for (const int i : {4, 9}) {
    const int last = 5;
    const double error = predict_network(prompts[i], {&last, 1}, {}, 4, std::uint64_t(i))[last] - prompts[i].y[last];
    errors(i / 9, 0) = error * error;
  }
  const ErrorCurve expected = error_curve(errors, 4);
  const Recorder r = run(small({{"function", std::string("relu2")}, {"network_prompts", integer(2)}}));
  EXPECT_EQ(r.scalar("network_last"), expected.mean[0]);
  EXPECT_EQ(r.scalar("network_last_low"), expected.low[0]);
  EXPECT_EQ(r.scalar("network_last_high"), expected.high[0]);
}

TEST(RegressionBaselines, WithoutNetworksThereIsNoNumberForThem) {
  const Recorder r = run(small());
  for (const char* name : {"network_last", "network_last_low", "network_last_high"})
    EXPECT_TRUE(std::isnan(r.scalar(name))) << name;
}

TEST(RegressionBaselines, TicksOnceAPrompt) {
  const Recorder r = run(small());
  EXPECT_EQ(r.ticks, 11);
  EXPECT_EQ(r.last.step, 10);
  EXPECT_EQ(r.last.steps, 10);
  EXPECT_EQ(r.last.sequences, 10);
}

TEST(RegressionBaselines, CostGrowsWithThePromptsAndTheirNetworks) {
  const auto cost = [](std::int64_t prompts, std::int64_t networks) {
    return papers_tasks().find(task).cost(
        test::configured(task, small({{"prompts", integer(prompts)}, {"network_prompts", integer(networks)}})));
  };
  EXPECT_DOUBLE_EQ(cost(20, 0).training_flop, 2 * cost(10, 0).training_flop);
  EXPECT_DOUBLE_EQ(cost(20, 6).training_flop, 2 * cost(10, 3).training_flop);
  EXPECT_GT(cost(10, 1).training_flop, 2 * cost(10, 0).training_flop);
  EXPECT_EQ(cost(20, 0).sequences, 20);
}

TEST(RegressionBaselines, RefusesByNameWhatDoesNotFit) {
  EXPECT_EQ(test::refusal(task, small({{"network_prompts", integer(11)}}))
                .find("network_prompts = 11: more than prompts = 10, use at most that many"),
            0);
  EXPECT_EQ(test::refusal(task, small({{"network_prompts", integer(10)}})), "");
  for (const Values& wrong : {Values{{"noise", -0.1}}, Values{{"ridge_penalty", -1.0}}, Values{{"lasso_alpha", 0.0}},
                              Values{{"neighbours", integer(0)}}, Values{{"prompts", integer(0)}},
                              Values{{"examples", integer(0)}}, Values{{"function", std::string("relu")}}})
    EXPECT_NE(test::refusal(task, small(wrong)).find(wrong.begin()->first), std::string::npos);
}

}  // namespace
}  // namespace icsweep::regression_baselines_test
