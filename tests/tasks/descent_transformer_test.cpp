#include "tasks/universality/causal_descent.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::descent_transformer_test {
namespace {

using test::Recorder;
using test::refusal;
using namespace std::string_literals;

constexpr int length = 12;

Config small(Values values = {}) {
  Values all{{"dim", std::int64_t{4}},
             {"length", std::int64_t{length}},
             {"depth", std::int64_t{2}},
             {"batch", std::int64_t{32}},
             {"sequences", std::int64_t{200}},
             {"epochs", std::int64_t{4}},
             {"noise", 0.0},
             {"shortest_period", std::int64_t{3}},
             {"longest_period", std::int64_t{5}}};
  for (const auto& [name, value] : values) all[name] = value;
  return test::configured("descent_transformer", all);
}

Recorder run(const Values& values = {}) {
  return test::run("descent_transformer", small(values));
}

const std::vector<Values> variants{{},
                                   {{"layers", "untied"s}},
                                   {{"kernel", "exp"s}},
                                   {{"kernel", "id"s}, {"instance", std::int64_t{1}}},
                                   {{"instance", std::int64_t{3}}},
                                   {{"precision", "bfloat16"s}},
                                   {{"instance", std::int64_t{4}}, {"layers", "untied"s}, {"noise", 0.1}}};

TEST(DescentTransformer, GivesEveryDeclaredResultInItsDeclaredSize) {
  for (const Values& values : variants) {
    const Recorder r = run(values);
    test::expect_declared_results("descent_transformer", small(values), r);
    EXPECT_EQ(r.ticks, 1 + 4 * 4);
    EXPECT_EQ(r.last.sequences, 4 * 120);
  }
}

TEST(DescentTransformer, SameConfigurationGivesTheSameBits) {
  for (const Values& values : variants) EXPECT_EQ(test::bits(run(values).results()), test::bits(run(values).results()));
}

/// Mean squared error by position on the last 40 of 200 sequences of the descent after `steps` steps, or of its limit.
std::vector<double> descent_error(Kernel kernel, int instance, int steps, double eta) {
  const Recursion recursion{.instance = instance, .dim = 4, .shortest_period = 3, .longest_period = 5};
  const Sequences data = draw_sequences(recursion, 200, length + 1, 0, Purpose::training_data);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(length);
  for (int i = 160; i < 200; ++i) {
    const CausalDescent descent(kernel, Eigen::Map<const Tokens>(data.sequence(i), length + 1, 4));
    const Tokens u = steps < 0 ? descent.limit() : descent.after(steps, eta, descent.zero());
    sum += (u - descent.next()).rowwise().squaredNorm() / (40 * 4);
  }
  return {sum.begin(), sum.end()};
}

TEST(DescentTransformer, BaselinesAreTheDescentAndItsLimitOnTheTestSequences) {
  for (const int instance : {1, 2, 3, 4})
    for (const auto& [name, kernel, eta] : {std::tuple{"id"s, Kernel::id, 0.5},
                                            {"exp"s, Kernel::exp, 0.5 / std::exp(1)},
                                            {"softmax"s, Kernel::softmax, 0.5}}) {
      const Recorder r = run({{"instance", std::int64_t{instance}},
                              {"kernel", name},
                              {"depth", std::int64_t{3}},
                              {"step_size", 0.5},
                              {"learning_rate", 0.0},
                              {"epochs", std::int64_t{1}}});
      const auto untrained = descent_error(kernel, instance, 3, eta), limit = descent_error(kernel, instance, -1, 0);
      for (int t = 0; t < length; ++t) {
        EXPECT_NEAR(r.results().at("untrained_position_mse")[t], untrained[t], 2e-6 * (1 + untrained[t])) << name;
        EXPECT_NEAR(r.results().at("limit_position_mse")[t], limit[t], 1e-12) << name;
      }
    }
}

TEST(DescentTransformer, TrainingImprovesOnTheConstruction) {
  for (const std::string layers : {"tied", "untied"})
    for (const std::string kernel : {"softmax", "exp", "id"}) {
      const Recorder r = run({{"layers", layers}, {"kernel", kernel}, {"epochs", std::int64_t{40}}});
      EXPECT_LT(r.scalar("test_mse"), 0.9 * r.scalar("untrained_mse")) << layers << " " << kernel;
      EXPECT_LE(r.scalar("validation_loss"), r.results().at("epoch_validation_loss").front());
    }
}

// With a learning rate of 0 nothing changes: the first weights stay the best ones.
TEST(DescentTransformer, StopsWhenValidationNoLongerImproves) {
  const Values values{{"learning_rate", 0.0}, {"patience", std::int64_t{3}}, {"epochs", std::int64_t{50}}};
  const Recorder r = run(values);
  EXPECT_EQ(r.scalar("epochs_run"), 3);
  EXPECT_EQ(r.scalar("best_epoch"), 0);
  EXPECT_EQ(r.scalar("test_mse"), r.scalar("untrained_mse"));
  EXPECT_EQ(r.results().at("position_mse"), r.results().at("untrained_position_mse"));
  const auto& epoch = r.results().at("epoch");
  for (int i = 0; i < 50; ++i) EXPECT_EQ(std::isfinite(epoch[i]), i < 3);
}

// The learning rate is so large that training soon does harm: the test error is that of the best epoch's weights, not
// of the last ones.
TEST(DescentTransformer, TestsTheBestWeights) {
  const Values values{{"learning_rate", 0.2}, {"patience", std::int64_t{6}}, {"epochs", std::int64_t{7}}};
  const Recorder r = run(values);
  const auto& curve = r.results().at("epoch_validation_loss");
  const double best = r.scalar("best_epoch");
  ASSERT_LT(best, r.scalar("epochs_run"));
  for (const double loss : curve) EXPECT_FALSE(loss < r.scalar("validation_loss"));
  if (best > 0) {
    EXPECT_EQ(curve[std::size_t(best) - 1], r.scalar("validation_loss"));
  }
  Values until_best = values;
  until_best["epochs"] = std::max<std::int64_t>(1, std::int64_t(best));
  EXPECT_EQ(run(until_best).scalar("test_mse"), r.scalar("test_mse"));
}

std::string divergence(const Values& values) {
  return test::divergence("descent_transformer", small(values));
}

TEST(DescentTransformer, DivergenceOfTrainingNamesItsStep) {
  const std::string why = divergence({{"learning_rate", 1e3}, {"kernel", "exp"s}, {"epochs", std::int64_t{50}}});
  EXPECT_TRUE(why.starts_with("loss is ") && why.find(" at step ") != std::string::npos) << why;
}

// One step per epoch: the loss before the step is finite, the loss of the weights after it is not.
TEST(DescentTransformer, DivergenceOfValidationNamesItsEpoch) {
  const std::string why = divergence(
      {{"learning_rate", 1e3}, {"kernel", "exp"s}, {"epochs", std::int64_t{1}}, {"batch", std::int64_t{120}}});
  EXPECT_TRUE(why.starts_with("validation loss is ") && why.ends_with(" after epoch 1")) << why;
}

TEST(DescentTransformer, AStepAboveTheLimitOfTheDescentDivergesAndNamesItWithTheStep) {
  for (const std::string kernel : {"softmax", "exp", "id"}) {
    const std::string why =
        divergence({{"kernel", kernel}, {"step_size", 1e4}, {"depth", std::int64_t{12}}, {"epochs", std::int64_t{1}}});
    EXPECT_TRUE(why.starts_with("step_size = 10000 is above the limit 2")) << why;  // softmax: from 2 to 4
    EXPECT_NE(why.find(" of sequence 160: |u - u*| at position "), std::string::npos) << why;
    EXPECT_NE(why.find("after step 12"), std::string::npos) << why;
  }
}

// Noise makes tokens grow: the step that fits exp's first token is then too large.
TEST(DescentTransformer, NoiseTakesTheStepOfExpAboveItsLimit) {
  const std::string why = divergence({{"kernel", "exp"s}, {"noise", 0.5}, {"epochs", std::int64_t{1}}});
  EXPECT_TRUE(why.starts_with("step_size = 1 is above the limit 0.")) << why;
  EXPECT_EQ(divergence({{"kernel", "softmax"s}, {"noise", 0.5}, {"epochs", std::int64_t{1}}}), "");
}

// In double precision the descent is still finite after 30 steps.
TEST(DescentTransformer, OverflowOfTheUntrainedModelIsSeenBeforeTraining) {
  const std::string why = divergence({{"step_size", 1.99},
                                      {"length", std::int64_t{99}},
                                      {"kernel", "exp"s},
                                      {"depth", std::int64_t{150}},
                                      {"epochs", std::int64_t{1}}});
  EXPECT_TRUE(why.starts_with("validation loss is ") && why.ends_with(" after epoch 0")) << why;
}

/// U10: the construction's error and its limit's at the paper's setting.
TEST(DescentTransformer, FirstWeightsHaveTheErrorsOfFigure4) {
  const Config c = test::configured("descent_transformer", {{"learning_rate", 0.0}, {"epochs", std::int64_t{1}}});
  const auto results = test::run("descent_transformer", c).results();
  const auto expect = [&](const char* output, double at_20, double at_99) {
    EXPECT_NEAR(results.at(output)[19], at_20, 0.05 * at_20) << output;
    EXPECT_NEAR(results.at(output)[98], at_99, 0.05 * at_99) << output;
  };
  expect("limit_position_mse", 0.0273, 0.0031);
  expect("untrained_position_mse", 0.0381, 0.0229);
}

TEST(DescentTransformer, SinglePrecisionGradientFollowsTheDoubleOne) {
  for (const Values& values : variants)
    EXPECT_LT(papers_tasks().find("descent_transformer").gradient_error(small(values)), 1e-5);
}

TEST(DescentTransformer, CostFollowsItsFormula) {
  const double T = length, D = 18, pairs = T * (T + 1) / 2;
  const auto flop = [&](const Values& values) {
    const Cost cost = papers_tasks().find("descent_transformer").cost(small(values));
    EXPECT_EQ(cost.sequences, 4 * 120);
    return cost.training_flop / cost.sequences;
  };
  EXPECT_DOUBLE_EQ(flop({}), 2 * 2 * (12 * T * D * D + 12 * D * pairs) - 2 * (2 * T * D * D + 4 * D * pairs));
  EXPECT_DOUBLE_EQ(
      flop({{"kernel", "id"s}, {"depth", std::int64_t{1}}}),
      2 * (T * (12 * D * D + 3 * D * (D + 1) + 6 * D * D) - T * (2 * D * D + 2 * D * (D + 1) + 2 * D * D)));
}

TEST(DescentTransformer, RefusesWhatCannotRunByName) {
  const std::vector<std::pair<std::string, Values>> refused{
      {"instance", {{"instance", std::int64_t{5}}}},
      {"kernel", {{"kernel", "own"s}}},
      {"dim", {{"instance", std::int64_t{4}}, {"dim", std::int64_t{5}}}},
      {"longest_period", {{"instance", std::int64_t{3}}, {"length", std::int64_t{30}}}},
      {"initial_norm", {{"initial_norm", 0.0}}},
      {"noise", {{"noise", -1.0}}},
      {"batch", {{"batch", std::int64_t{2458}}}},
      {"sequences", {{"sequences", std::int64_t{4}}}},
      {"depth", {{"dim", std::int64_t{1000}}, {"layers", "untied"s}}},
      {"length", {{"length", std::int64_t{10'001}}}},
  };
  for (const auto& [name, values] : refused)
    EXPECT_TRUE(refusal("descent_transformer", values).starts_with(name + " = "))
        << name << ": " << refusal("descent_transformer", values);
}

}  // namespace
}  // namespace icsweep::descent_transformer_test
