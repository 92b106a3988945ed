#include <numeric>

#include "models/ablation/ablation_model.hpp"
#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::ablation_test {
namespace {

using test::configured;
using test::refusal;
using test::run;
using namespace std::string_literals;

Sequences rotations(int count, int length) {
  return draw_sequences({ContextKind::unitary, 1}, count, length + 1, 1, 5, Purpose::check);
}

/// Mean squared error of each row over sequences, summed over coordinates.
std::vector<double> row_errors(const AblationShape& shape, const std::vector<double>& theta, const Sequences& data) {
  AblationModel model(shape);
  std::vector<int> all(data.count);
  std::iota(all.begin(), all.end(), 0);
  std::vector<double> error(shape.rows());
  model.run(theta, data.values, all, error.data());
  for (double& e : error) e /= data.count;
  return error;
}

/// One head with A = a·I and B = I; P given by a function of (row, token).
template <class Positional>
std::vector<double> one_head(const AblationShape& shape, double a, Positional positional) {
  const AblationModel model(shape);
  std::vector<double> theta(model.parameters());
  theta[0] = theta[3] = a;
  theta[model.b()] = theta[model.b() + 3] = 1;
  for (int r = 0; r < shape.rows(); ++r)
    for (int t = 0; t <= r + 1; ++t) theta[model.p() + r * shape.length + t] = positional(r, t);
  return theta;
}

/// 2cosθ R_θ − I = R_2θ: p_T = 2, p_{T−1} = −1 and nothing else [Lemma 3, Fig 2].
double trigonometric(int row, int token) {
  return token == row + 1 ? 2 : token == row ? -1 : 0;
}

TEST(AblationModel, LinearAttentionPredictsRotationsExactlyByTheTrigonometricRelation) {
  const AblationShape shape{AblationAttention::linear, 6, 2, 1, 0};
  for (const double e : row_errors(shape, one_head(shape, 1, trigonometric), rotations(11, 6))) EXPECT_LT(e, 1e-28);
}

TEST(AblationModel, AnMlpThatComputesTheIdentityChangesNothing) {
  const AblationShape shape{AblationAttention::linear, 6, 2, 1, 4};
  std::vector<double> theta = one_head(shape, 1, trigonometric);
  double *w1 = &theta[AblationModel(shape).mlp()], *b1 = w1 + 8, *w2 = b1 + 4, *b2 = w2 + 8;
  w1[0] = w1[3] = 1, w1[4] = w1[7] = -1;  // hidden: 9 + y_0, 9 + y_1, relu(−y_0) and relu(−y_1), which W2 ignores
  b1[0] = b1[1] = 9, b2[0] = b2[1] = -9;  // y never reaches −9
  w2[0] = w2[5] = 1;
  for (const double e : row_errors(shape, theta, rotations(11, 6))) EXPECT_LT(e, 1e-28);
}

TEST(AblationModel, EqualScoresAndLogitsPredictTheMeanToken) {
  const int T = 5;
  const Sequences data = rotations(9, T);
  std::vector<double> expected(T - 1);
  for (int i = 0; i < data.count; ++i)
    for (int r = 0; r + 1 < T; ++r)
      for (int c = 0; c < 2; ++c) {
        double mean = 0;
        for (int t = 0; t < r + 2; ++t) mean += data.sequence(i)[t * 2 + c] / (r + 2);
        expected[r] += std::pow(mean - data.sequence(i)[(r + 2) * 2 + c], 2) / data.count;
      }
  const AblationShape factor{AblationAttention::softmax_factor, T, 2, 1, 0},
      logit{AblationAttention::softmax_logit, T, 2, 1, 0};
  const auto by_factor = row_errors(factor, one_head(factor, 0, [](int, int) { return 1; }), data);
  const auto by_logit = row_errors(logit, one_head(logit, 0, [](int r, int) { return r; }), data);
  for (int r = 0; r + 1 < T; ++r) {
    EXPECT_NEAR(by_factor[r], expected[r], 1e-12);
    EXPECT_NEAR(by_logit[r], expected[r], 1e-12);
  }
}

TEST(AblationModel, SoftmaxWeighsTokensByTheirScores) {
  const AblationShape shape{AblationAttention::softmax_factor, 2, 2, 1, 0};
  const Sequences data = rotations(1, 2);
  const double *e1 = data.sequence(0), *e2 = e1 + 2, *target = e1 + 4;
  const double cosine = e1[0] * e2[0] + e1[1] * e2[1], share = 1 / (1 + std::exp(0.7 * (1 - cosine)));  // of e_2
  double expected = 0;
  for (int c = 0; c < 2; ++c) expected += std::pow(-3 * (1 - share) * e1[c] + 2 * share * e2[c] - target[c], 2);
  const auto theta = one_head(shape, 0.7, [](int, int t) { return t == 0 ? -3 : 2; });
  EXPECT_NEAR(row_errors(shape, theta, data)[0], expected, 1e-12);
}

TEST(AblationModel, LargeLogitsSelectAToken) {
  const int T = 4;
  const AblationShape shape{AblationAttention::softmax_logit, T, 2, 1, 0};
  const Sequences data = rotations(1, T);
  const auto error = row_errors(shape, one_head(shape, 1, [](int r, int t) { return t == r + 1 ? 100 : 0; }), data);
  const double cosine = data.sequence(0)[2];  // of e_1 = (1, 0) and e_2
  for (const double e : error) EXPECT_NEAR(e, 2 - 2 * cosine, 1e-12);
}

const std::vector<std::pair<std::string, std::string>> kinds{
    {"linear", "factor"}, {"softmax", "factor"}, {"softmax", "logit"}};

TEST(Ablation, GradientFollowsFiniteDifferences) {
  for (const auto& [attention, positional] : kinds)
    for (const std::int64_t mlp : {0, 7})
      for (const std::int64_t dim : {1, 2}) {
        const Config config = configured("ablation", {{"attention", attention},
                                                      {"positional", positional},
                                                      {"mlp", mlp},
                                                      {"dim", dim},
                                                      {"heads", std::int64_t{3}},
                                                      {"length", std::int64_t{5}}});
        EXPECT_LT(papers_tasks().find("ablation").gradient_error(config), 1e-7)
            << attention << " " << positional << " " << mlp;
      }
}

Config small(const std::string& attention, const std::string& positional, std::int64_t mlp) {
  return configured("ablation", {{"attention", attention},
                                 {"positional", positional},
                                 {"mlp", mlp},
                                 {"length", std::int64_t{4}},
                                 {"sequences", std::int64_t{200}},
                                 {"test_sequences", std::int64_t{50}},
                                 {"epochs", std::int64_t{5}},
                                 {"batch", std::int64_t{64}}});
}

TEST(Ablation, GivesEveryDeclaredResultInItsDeclaredSize) {
  for (const auto& [attention, positional] : kinds)
    for (const std::int64_t mlp : {0, 7}) {
      const Config config = small(attention, positional, mlp);
      const auto r = run("ablation", config);
      test::expect_declared_results("ablation", config, r, {"position_mse"});
      EXPECT_EQ(r.ticks, 1 + 5 * 4);
      EXPECT_EQ(r.last.sequences, 5 * 200);
      const auto& mse = r.results().at("position_mse");
      EXPECT_TRUE(std::isnan(mse[0]));  // T = 1 has no second to last token
      EXPECT_NEAR(std::accumulate(mse.begin() + 1, mse.end(), 0.0) / 3, r.scalar("test_mse"), 1e-12);
    }
}

TEST(Ablation, LinearAttentionLearnsWhatSoftmaxCannot) {
  const auto trained = [](const std::string& attention) {
    return run("ablation", configured("ablation", {{"attention", attention},
                                                   {"length", std::int64_t{4}},
                                                   {"sequences", std::int64_t{512}},
                                                   {"batch", std::int64_t{128}},
                                                   {"epochs", std::int64_t{300}}}));
  };
  const auto linear = trained("linear"), softmax = trained("softmax");
  EXPECT_LT(linear.scalar("train_mse"), 1e-4);
  EXPECT_LT(linear.scalar("test_mse"), 1e-4);
  EXPECT_GT(softmax.scalar("train_mse"), 30 * linear.scalar("train_mse"));
  EXPECT_LT(softmax.scalar("train_mse"), 0.3);  // but better than predicting nothing, 0.5
}

/// Two steps of a plane rotation determine the map, so least squares has no error from T = 3 on. Its error at T = 2 is
/// the part of s_2 orthogonal to s_1: sin²θ, divided by 2 coordinates.
TEST(Ablation, LeastSquaresKnowsARotationFromItsThirdToken) {
  Config config = small("linear", "factor", 0);
  config.set("test_sequences", std::int64_t{1000});
  const auto r = run("ablation", config);
  const auto& floor = r.results().at("floor_position_mse");
  ASSERT_EQ(floor.size(), 4);
  EXPECT_DOUBLE_EQ(floor[0], 0.5);
  EXPECT_NEAR(floor[1], 0.25, 4 * 0.18 / std::sqrt(1000));
  EXPECT_LT(floor[2] + floor[3], 1e-28);
  EXPECT_NEAR(r.scalar("floor_mse"), floor[1] / 3, 1e-15);
}

TEST(Ablation, EntriesOfPOutsideTheMaskStayZero) {
  const auto r = run("ablation", small("softmax", "factor", 7));
  const auto& p = r.results().at("P");
  for (int row = 0; row < 4; ++row)
    for (int t = 0; t < 4; ++t) EXPECT_EQ(p[row * 4 + t] != 0, row < 3 && t <= row + 1) << row << " " << t;
}

TEST(Ablation, EqualSeedsGiveEqualBitsAndVariantsStartAlike) {
  Config a = small("linear", "factor", 0), b = small("softmax", "factor", 0), c = a;
  c.set("seed", std::int64_t{1});
  for (Config* config : {&a, &b, &c}) config->set("learning_rate", 0.0);
  const auto first = run("ablation", a), again = run("ablation", a);
  EXPECT_EQ(first.results().at("loss"), again.results().at("loss"));
  EXPECT_NE(first.scalar("test_mse"), run("ablation", b).scalar("test_mse"));
  EXPECT_EQ(first.results().at("P"), run("ablation", b).results().at("P"));
  EXPECT_NE(first.scalar("test_mse"), run("ablation", c).scalar("test_mse"));
}

TEST(Ablation, RefusesWhatCannotRunByName) {
  EXPECT_NE(refusal("ablation", {{"heads", std::int64_t{0}}}).find("heads"), std::string::npos);
  EXPECT_NE(refusal("ablation", {{"length", std::int64_t{1}}}).find("length"), std::string::npos);
  EXPECT_NE(refusal("ablation", {{"batch", std::int64_t{5000}}}).find("batch"), std::string::npos);
  EXPECT_NE(refusal("ablation", {{"positional", "logit"s}}).find("positional"), std::string::npos);
  EXPECT_EQ(refusal("ablation", {{"positional", "logit"s}, {"attention", "softmax"s}}), "");
}

}  // namespace
}  // namespace icsweep::ablation_test
