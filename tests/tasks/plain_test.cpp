#include <Eigen/Core>
#include <algorithm>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/autoregressive/head_gram.hpp"
#include "tasks/papers_tasks.hpp"
#include "tasks/training/weights.hpp"
#include "tests/tasks/on_lanes.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::plain_test {
namespace {

using test::Recorder;
using test::refusal;
using namespace std::string_literals;

Config small(Values values = {}) {
  Values all{{"dim", std::int64_t{3}},         {"length", std::int64_t{10}},
             {"sequences", std::int64_t{200}}, {"test_sequences", std::int64_t{100}},
             {"epochs", std::int64_t{10}},     {"batch", std::int64_t{64}}};
  for (const auto& [name, value] : values) all[name] = value;
  return test::configured("plain", all);
}

Recorder run(const Config& config) {
  return test::run("plain", config);
}

const std::vector<Values> variants{{},
                                   {{"heads", std::int64_t{3}}},
                                   {{"copies", std::int64_t{2}}},
                                   {{"projections", "separate"s}, {"heads", std::int64_t{2}}},
                                   {{"query", "previous"s}, {"heads", std::int64_t{2}}},
                                   {{"output", "shared"s}, {"heads", std::int64_t{2}}},
                                   {{"query", "previous"s},
                                    {"output", "shared"s},
                                    {"projections", "separate"s},
                                    {"copies", std::int64_t{2}},
                                    {"heads", std::int64_t{3}}},
                                   {{"copies", std::int64_t{2}},
                                    {"heads", std::int64_t{4}},
                                    {"initial_heads", "equal"s},
                                    {"projections", "separate"s}}};

TEST(Plain, GivesEveryDeclaredResultInItsDeclaredSize) {
  for (const Values& values : variants) {
    const Config config = small(values);
    const Recorder r = run(config);
    test::expect_declared_results("plain", config, r);
    EXPECT_EQ(r.ticks, 1 + 10 * 4);
    EXPECT_EQ(r.last.sequences, 10 * 200);
  }
}

TEST(Plain, EveryContextGivesEveryResult) {
  for (const std::string context : {"haar", "unitary", "orthogonal", "restricted"}) {
    const Config config =
        small({{"context", context}, {"mu", context == "restricted" ? 50.0 : 1.0}, {"dim", std::int64_t{2}}});
    test::expect_declared_results("plain", config, run(config));
  }
}

TEST(Plain, Learns) {
  for (const std::int64_t copies : {1, 2}) {
    const Recorder r = run(small({{"heads", std::int64_t{4}},
                                  {"copies", copies},
                                  {"sequences", std::int64_t{1024}},
                                  {"epochs", std::int64_t{30}}}));
    EXPECT_LT(r.scalar("test_mse"), 0.6 * r.scalar("initial_loss"));
    EXPECT_GT(r.scalar("test_mse"), r.scalar("floor_mse"));
    EXPECT_LT(r.results().at("loss").back(), 0.7 * r.results().at("loss").front());
  }
}

TEST(Plain, SameConfigurationGivesTheSameBits) {
  for (const Values& values : variants)
    EXPECT_EQ(test::bits(run(small(values)).results()), test::bits(run(small(values)).results()));
}

TEST(Plain, EveryVariantDiffersButSharesItsTestSequences) {
  std::set<double> errors, floors;
  for (const Values& values : variants) {
    const Recorder r = run(small(values));
    errors.insert(r.scalar("test_mse"));
    floors.insert(r.scalar("floor_mse"));
  }
  EXPECT_EQ(errors.size(), variants.size());
  EXPECT_EQ(floors.size(), 1);
}

/// The overlap of heads that start equal except for noise.
std::vector<double> initial_overlap(std::int64_t heads, double noise) {
  const Values values{
      {"heads", heads}, {"initial_heads", "equal"s}, {"head_noise", noise}, {"epochs", std::int64_t{1}}};
  return run(small(values)).results().at("initial_head_gram");
}

// Σ_h B_hᵀB_h is H times that of one head; small noise adds to it in proportion.
TEST(Plain, EqualHeadsDifferByTheirNoiseAlone) {
  const auto one = initial_overlap(1, 0), equal = initial_overlap(8, 0);
  const auto noisy = initial_overlap(8, 1e-6), twice = initial_overlap(8, 2e-6);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_NEAR(equal[i], 8 * one[i], 1e-13);
    EXPECT_NEAR(twice[i] - equal[i], 2 * (noisy[i] - equal[i]), 1e-9);
    EXPECT_GT(std::abs(noisy[i] - equal[i]), 1e-8);
  }
}

// Off the diagonal, equal heads add up and independent ones cancel; on it, both add up. Noise larger than the common
// start makes the heads independent.
TEST(Plain, EqualHeadsOverlapMoreThanIndependentOnes) {
  const auto ratio = [](std::int64_t seed, const std::string& heads, double noise) {
    return run(small({{"heads", std::int64_t{32}},
                      {"copies", std::int64_t{2}},
                      {"epochs", std::int64_t{1}},
                      {"initial_heads", heads},
                      {"head_noise", noise},
                      {"seed", seed}}))
        .scalar("initial_head_gram_ratio");
  };
  for (const std::int64_t seed : {0, 1, 2}) {
    const double equal = ratio(seed, "equal", 0);
    EXPECT_GT(equal, 2 * ratio(seed, "independent", 0));
    EXPECT_GT(equal, 2 * ratio(seed, "equal", 100));
    EXPECT_EQ(ratio(seed, "independent", 0), ratio(seed, "independent", 100));
  }
}

// Σ_h B_hᵀB_h with B_h = W_O^h W_V^h, whose columns are inputs.
TEST(Plain, InitialGramIsThatOfOutputTimesValue) {
  using Matrix = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;
  const TransformerShape shape{10, 6, 3, 1, 3, 2, 3, Attention::positional, Projections::shared, Residual::none};
  const auto theta = initial_parameters(shape, 0);
  const auto weight = [&](const std::string& name) {
    const auto views = parameter_views(shape);
    const auto view = std::ranges::find(views, "layers.0.heads." + name + ".weight", &ParameterView::name);
    return Matrix(Eigen::Map<const Matrix>(theta.data() + view->offset));
  };
  Matrix expected = Matrix::Zero();
  for (const std::string head : {"0.", "1.", "2."}) {
    const Matrix b = weight(head + "output") * weight(head + "value");
    expected += b.transpose() * b;
  }
  const Recorder r = run(small({{"heads", std::int64_t{3}}, {"copies", std::int64_t{2}}, {"seed", std::int64_t{0}}}));
  const auto& overlap = r.results().at("initial_head_gram");
  for (int i = 0; i < 36; ++i) EXPECT_NEAR(overlap[i], expected.data()[i], 1e-13);
}

TEST(Plain, OverlapRatioIsThatOfTheOverlap) {
  const Recorder r = run(small(variants.back()));
  for (const std::string prefix : {"", "initial_"}) {
    const auto& overlap = r.results().at(prefix + "head_gram");
    const int width = 6;
    double on = 0, off = 0;
    for (int i = 0; i < width * width; ++i) {
      (i / width == i % width ? on : off) += overlap[i] * overlap[i];
      EXPECT_NEAR(overlap[i], overlap[i % width * width + i / width], 1e-12);
    }
    EXPECT_NEAR(r.scalar(prefix + "head_gram_ratio"), std::sqrt(off / on), 1e-12);
  }
  EXPECT_NE(r.results().at("head_gram"), r.results().at("initial_head_gram"));
}

/// E7 as a loop over the four blocks, each number computed separately.
double isotropy_by_hand(const std::vector<double>& gram, int dim) {
  Eigen::MatrixXd m(dim, dim), basis = Eigen::MatrixXd::Random(dim, dim);
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) {
      const auto at = [&](int row, int column) { return gram[std::size_t(row * 2 * dim + column)]; };
      m(i, j) = at(i, j) + at(i, j + dim) + at(i + dim, j) + at(i + dim, j + dim);
    }
  basis.col(0).setOnes();
  const Eigen::MatrixXd q = orthogonal_factor(basis).rightCols(dim - 1);
  const Eigen::MatrixXd inner = q.transpose() * m * q;  // on the space that is orthogonal to 1_d
  const double alpha = inner.trace() / (dim - 1);
  double distance = 0;
  for (int i = 0; i < dim - 1; ++i)
    for (int j = 0; j < dim - 1; ++j) distance += std::pow(inner(i, j) - (i == j ? alpha : 0), 2);
  return std::sqrt(distance) / (std::abs(alpha) * std::sqrt(dim - 1));
}

TEST(Plain, IsotropyIsThatOfTheFoldedGramBesideOnes) {
  for (const auto& output : {"per_head"s, "shared"s}) {
    const Recorder r = run(small({{"copies", std::int64_t{2}},
                                  {"heads", std::int64_t{4}},
                                  {"output", output},
                                  {"initial_heads", "equal"s},
                                  {"dim", std::int64_t{5}}}));
    for (const std::string prefix : {"", "initial_"}) {
      const double expected = isotropy_by_hand(r.results().at(prefix + "head_gram"), 5);
      EXPECT_NEAR(r.scalar(prefix + "head_isotropy"), expected, 1e-12 * (1 + expected));
    }
    EXPECT_NE(r.scalar("head_isotropy"), r.scalar("initial_head_isotropy"));
  }
}

TEST(HeadIsotropy, IsNoneForTheSymmetricOptimumAndKeepsScale) {
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(4);
  const GramMatrix optimum = 2 * GramMatrix::Identity(4, 4) + 3 * ones * ones.transpose();
  EXPECT_LT(isotropy_distance(optimum, ones), 1e-15);
  GramMatrix other = optimum;
  other(0, 0) += 1;
  EXPECT_GT(isotropy_distance(other, ones), 0.1);
  EXPECT_DOUBLE_EQ(isotropy_distance(other, ones), isotropy_distance(7 * other, 2 * ones));
  EXPECT_EQ(isotropy_distance(GramMatrix::Identity(1, 1), Eigen::VectorXd::Ones(1)), 0);
}

// This identity was stored before query and output existed.
TEST(Plain, ConfigurationsOfOlderStoresKeepTheirIdentity) {
  EXPECT_EQ(identity(papers_tasks().find("plain").schema(), test::configured("plain", {})),
            "5e83c2fb52fd4a26ad8e71fe8d5f5e46");
  std::set<std::string> identities;
  for (const Values& values : variants)
    identities.insert(identity(papers_tasks().find("plain").schema(), small(values)));
  EXPECT_EQ(identities.size(), variants.size());
}

// One W_O for all heads: each head uses it, and all of them train it.
TEST(Plain, ASharedOutputMapIsOneForAllHeads) {
  TransformerShape own{10, 6, 3, 1, 3, 2, 4, Attention::positional, Projections::shared, Residual::none}, one = own;
  one.output_map = OutputMap::shared;
  EXPECT_EQ(parameter_count(own) - parameter_count(one), 3 * 6 * 6);
  const auto names = [](const TransformerShape& shape) {
    std::set<std::string> all;
    for (const auto& view : parameter_views(shape)) all.insert(view.name);
    return all;
  };
  EXPECT_TRUE(names(one).contains("layers.0.output.weight"));
  EXPECT_FALSE(names(one).contains("layers.0.heads.0.output.weight"));
  EXPECT_TRUE(names(own).contains("layers.0.heads.0.output.weight"));
}

// Without noise the heads are equal: their gradients have the same bits in every step.
TEST(Plain, EqualHeadsStayEqual) {
  for (const auto projections : {Projections::shared, Projections::separate}) {
    TransformerShape shape{10, 6, 3, 1, 3, 2, 4, Attention::positional, projections, Residual::none};
    std::vector<double> theta = initial_parameters(shape, 1);
    const int size = shape.head_parameters();
    for (int h = 1; h < shape.heads; ++h) std::copy_n(theta.begin(), size, theta.begin() + h * size);
    const Sequences drawn = draw_sequences({ContextKind::haar, 3}, 40, 11, 1, 1, Purpose::check);
    const std::vector<float> data(drawn.values.begin(), drawn.values.end());
    std::vector<int> batch(40);
    for (int i = 0; i < 40; ++i) batch[i] = i;
    auto trainer = test::trainer_on<float, 16>(shape, {.learning_rate = 1e-2}, theta);
    for (int step = 0; step < 20; ++step) trainer.step(data, batch);
    const auto head = [&](int h) { return trainer.parameters().subspan(h * size, size); };
    EXPECT_NE(head(0)[0], float(theta[0]));
    for (int h = 1; h < shape.heads; ++h) EXPECT_TRUE(std::ranges::equal(head(0), head(h))) << "head " << h;
  }
}

TEST(Plain, CostFollowsItsFormula) {
  const Cost cost = papers_tasks().find("plain").cost(small({{"heads", std::int64_t{3}}, {"copies", std::int64_t{2}}}));
  const double T = 10, D = 6, K = 4;
  EXPECT_EQ(cost.sequences, 200 * 10);
  EXPECT_DOUBLE_EQ(cost.training_flop / cost.sequences,
                   3 * (T * (4 * K * K + 6 * D * K) + 8 * K * T * (T + 1) / 2) + 6 * T * 3 * (D + 1));
}

TEST(Plain, SinglePrecisionGradientFollowsTheDoubleOne) {
  for (const Values& values : variants) EXPECT_LT(papers_tasks().find("plain").gradient_error(small(values)), 1e-5);
}

TEST(Plain, RefusesWhatCannotRunByName) {
  const std::vector<std::pair<std::string, Values>> refused{
      {"heads", {{"heads", std::int64_t{0}}}},
      {"copies", {{"copies", std::int64_t{0}}}},
      {"dim", {{"context", "orthogonal"s}, {"dim", std::int64_t{3}}}},
      {"mu", {{"context", "restricted"s}, {"mu", 0.5}}},
      {"mu", {{"mu", 50.0}}},
      {"batch", {{"batch", std::int64_t{20000}}}},
      {"length", {{"length", std::int64_t{20000}}}},
      {"projections", {{"projections", "own"s}}},
      {"query", {{"query", "first"s}}},
      {"output", {{"output", "one"s}}},
      {"initial_heads", {{"initial_heads", "same"s}}},
      {"head_noise", {{"head_noise", -0.1}}},
  };
  for (const auto& [name, values] : refused) EXPECT_TRUE(refusal("plain", values).starts_with(name + " = ")) << name;
  EXPECT_EQ(refusal("plain", {{"context", "orthogonal"s}, {"dim", std::int64_t{4}}}), "");
}

}  // namespace
}  // namespace icsweep::plain_test
