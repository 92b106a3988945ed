#include "tasks/papers_tasks.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::augmented_test {
namespace {

using test::Recorder;
using test::refusal;
using namespace std::string_literals;

Config small(int depth, Values values = {}) {
  Values all{{"depth", std::int64_t{depth}},
             {"dim", std::int64_t{3}},
             {"length", std::int64_t{12}},
             {"sequences", std::int64_t{200}},
             {"test_sequences", std::int64_t{150}},
             {"epochs", std::int64_t{30}},
             {"batch", std::int64_t{64}}};
  for (const auto& [name, value] : values) all[name] = value;
  return test::configured("augmented", all);
}

Recorder run(const Config& config) {
  return test::run("augmented", config);
}

/// The model of Fig 10, with two heads.
const Values vaswani{
    {"attention", "softmax"s}, {"mlp", std::int64_t{20}}, {"norm", "post"s}, {"heads", std::int64_t{2}}};

/// Each alternative alone, and all together.
const std::vector<Values> variants{{{"attention", "softmax"s}},
                                   {{"mlp", std::int64_t{7}}},
                                   {{"norm", "post"s}},
                                   {{"heads", std::int64_t{3}}},
                                   vaswani};

TEST(Augmented, GivesEveryDeclaredResultInItsDeclaredSize) {
  test::expect_declared_results("augmented", small(2), run(small(2)));
  for (const Values& values : variants) {
    const Config config = small(2, values);
    test::expect_declared_results("augmented", config, run(config));
  }
}

TEST(Augmented, EveryContextGivesEveryResult) {
  for (const std::string context : {"haar", "unitary", "orthogonal", "restricted"}) {
    const Config config = small(1, {{"context", context},
                                    {"mu", context == "restricted" ? 50.0 : 1.0},
                                    {"dim", std::int64_t{2}},
                                    {"epochs", std::int64_t{2}}});
    test::expect_declared_results("augmented", config, run(config));
  }
}

TEST(Augmented, EveryVariantLearnsAndDiffersFromTheStandard) {
  const Recorder standard = run(small(1));
  for (const Values& values : variants) {
    const Recorder r = run(small(1, values));
    EXPECT_LT(r.scalar("test_mse"), 0.8 * r.scalar("initial_loss"));
    EXPECT_NE(r.scalar("test_mse"), standard.scalar("test_mse"));
    EXPECT_EQ(r.scalar("floor_mse"), standard.scalar("floor_mse"));  // the same test sequences
  }
}

TEST(Augmented, TicksBeforeTheFirstAndAfterEveryStep) {
  const Recorder r = run(small(1));
  EXPECT_EQ(r.ticks, 1 + 30 * 4);  // 200 sequences in batches of 64: the last one is short
  EXPECT_EQ(r.last.step, r.last.steps);
  EXPECT_EQ(r.last.sequences, 200 * 30);
}

TEST(Augmented, LearnsAndStaysBetweenTheFloorAndTheStart) {
  Config config = small(1);
  config.set("sequences", std::int64_t{2048});
  config.set("epochs", std::int64_t{60});
  const Recorder r = run(config);
  EXPECT_GT(r.scalar("initial_loss"), 0.3);
  EXPECT_LT(r.scalar("test_mse"), r.scalar("gd_mse"));
  EXPECT_GT(r.scalar("test_mse"), r.scalar("floor_mse"));
  EXPECT_LT(r.results().at("loss").back(), 0.5 * r.results().at("loss").front());
}

TEST(Augmented, SameConfigurationGivesTheSameBits) {
  EXPECT_EQ(test::bits(run(small(2)).results()), test::bits(run(small(2)).results()));
}

/// Holds for every optimiser: the norm for the clip, the averages and the decay are sums and loops of one thread.
TEST(Augmented, EveryOptimizerGivesTheSameBitsOnAnyNumberOfThreads) {
  for (const auto& optimizer : {"adam"s, "adamw"s, "sgd"s, "lion"s}) {
    Values values{{"optimizer", optimizer},     {"clip", 0.1}, {"schedule", "cosine"s},
                  {"warmup", std::int64_t{10}}, {"ema", 0.9},  {"batch", std::int64_t{100}}};
    if (optimizer == "adamw" || optimizer == "lion") values["weight_decay"] = 0.1;
    if (optimizer == "sgd") values["momentum"] = 0.9;
    const Config config = small(2, values);
    const auto on = [&](int threads) {
      Recorder context;
      context.set_threads(threads);
      papers_tasks().find("augmented").run(config, context);
      return test::bits(context.results());
    };
    EXPECT_EQ(on(3), on(1)) << optimizer;
  }
}

TEST(Augmented, SeedsChangeTheResultAndDepthsShareTheirTestSequences) {
  Config other = small(1);
  other.set("seed", std::int64_t{1});
  const Recorder one = run(small(1)), two = run(small(2)), seeded = run(other);
  EXPECT_NE(one.scalar("test_mse"), seeded.scalar("test_mse"));
  EXPECT_EQ(one.results().at("floor_position_mse"), two.results().at("floor_position_mse"));
  EXPECT_NE(one.scalar("floor_mse"), seeded.scalar("floor_mse"));
}

TEST(Augmented, StartOfOnesMultipliesErrorsByDim) {
  Config ones = small(1);
  ones.set("start", std::string("ones"));
  const Recorder unit = run(small(1)), scaled = run(ones);
  EXPECT_NEAR(scaled.scalar("gd_mse") / unit.scalar("gd_mse"), 3, 1e-4);  // the tuned steps differ in their last digits
  EXPECT_NEAR(scaled.scalar("floor_mse") / unit.scalar("floor_mse"), 3, 1e-9);
}

TEST(Augmented, AWildLearningRateDivergesAndSaysAtWhichStep) {
  Config wild = small(2);
  wild.set("learning_rate", 1e3);
  wild.set("epochs", std::int64_t{2000});
  try {
    const Recorder r = run(wild);
    EXPECT_TRUE(std::isfinite(r.scalar("test_mse")));  // layer norm may also save it: then the result must be a number
  } catch (const Diverged& e) {
    EXPECT_NE(std::string(e.what()).find("step"), std::string::npos);
  }
}

TEST(Augmented, CostCountsEverySequenceOfEveryEpoch) {
  const Cost one = papers_tasks().find("augmented").cost(small(1)),
             two = papers_tasks().find("augmented").cost(small(2));
  EXPECT_EQ(one.sequences, 200 * 30);
  EXPECT_GT(two.training_flop, 1.9 * one.training_flop);
}

// Per head and token: products with A and B, and attention of every pair, less the first layer's input gradient.
TEST(Augmented, CostFollowsItsFormula) {
  const double D = 9, T = 12, H = 2, M = 20, pairs = T * (T + 1) / 2;
  const auto head = [&](double K) { return 6 * (K * K + D * K) * T + 12 * K * pairs; };
  const double first = head(7) - 2 * 49 * T - 4 * 7 * pairs;
  const double expected = H * (first + head(10)) + 2 * 6 * T * M * (2 * D + 1) + 6 * 3 * (D + 1) * T;
  const Cost cost = papers_tasks().find("augmented").cost(small(2, vaswani));
  EXPECT_DOUBLE_EQ(cost.training_flop / cost.sequences, expected);
}

TEST(Augmented, SinglePrecisionGradientFollowsTheDoubleOne) {
  for (const int depth : {1, 2, 3}) EXPECT_LT(papers_tasks().find("augmented").gradient_error(small(depth)), 1e-5);
  for (const Values& values : variants)
    EXPECT_LT(papers_tasks().find("augmented").gradient_error(small(2, values)), 1e-5);
}

TEST(Augmented, ContextsThatDoNotExistAreRefusedByName) {
  EXPECT_NE(refusal("augmented", {{"context", "orthogonal"s}, {"dim", std::int64_t{5}}}).find("dim = 5"),
            std::string::npos);
  EXPECT_NE(refusal("augmented", {{"context", "restricted"s}, {"mu", 0.5}}).find("mu = 0.5"), std::string::npos);
  EXPECT_NE(refusal("augmented", {{"context", "rotations"s}}).find("context"), std::string::npos);
}

// This identity was stored before heads, mlp, norm and mu existed. Their neutral values must not count, or every row of
// an older store would be computed again.
TEST(Augmented, ConfigurationsOfOlderStoresKeepTheirIdentity) {
  const Schema& schema = papers_tasks().find("augmented").schema();
  const auto stored = [&](std::int64_t depth) {
    return identity(schema, test::configured("augmented", {{"depth", depth},
                                                           {"dim", std::int64_t{3}},
                                                           {"length", std::int64_t{16}},
                                                           {"sequences", std::int64_t{256}},
                                                           {"test_sequences", std::int64_t{64}},
                                                           {"epochs", std::int64_t{20}},
                                                           {"batch", std::int64_t{64}}}));
  };
  EXPECT_EQ(stored(1), "83e5a119e5c7ef9d20a0f789c9b959ea");
  EXPECT_EQ(stored(2), "fff674742f23e998d2cb4ff21b1e1dec");
}

TEST(Augmented, EveryVariantHasAnIdentityOfItsOwn) {
  const Schema& schema = papers_tasks().find("augmented").schema();
  std::set<std::string> identities{identity(schema, small(1))};
  for (const Values& values : variants) identities.insert(identity(schema, small(1, values)));
  EXPECT_EQ(identities.size(), 1 + variants.size());
}

TEST(Augmented, SizesThatDoNotFitAreRefusedByName) {
  Config long_one = small(1), deep_one = small(1000);
  long_one.set("length", std::int64_t{1'000'000});
  long_one.set("dim", std::int64_t{100});
  deep_one.set("dim", std::int64_t{1000});
  EXPECT_THROW(papers_tasks().find("augmented").validate(long_one), Error);
  EXPECT_THROW(papers_tasks().find("augmented").validate(deep_one), Error);
  EXPECT_NO_THROW(papers_tasks().find("augmented").validate(small(6)));
}

TEST(Augmented, SeedsBeyond32BitsDiffer) {
  Config near = small(1), far = small(1);
  near.set("epochs", std::int64_t{1});
  far.set("epochs", std::int64_t{1});
  far.set("seed", std::int64_t{1} << 32);
  EXPECT_NE(run(near).scalar("test_mse"), run(far).scalar("test_mse"));
}

TEST(Augmented, ABatchLargerThanTheTrainingSetIsRefused) {
  Config config = small(1);
  config.set("batch", std::int64_t{201});
  EXPECT_THROW(papers_tasks().find("augmented").validate(config), Error);
}

TEST(Augmented, AVeryLongSequenceRuns) {
  Config config = small(1);
  config.set("dim", std::int64_t{1});
  config.set("length", std::int64_t{120'000});
  for (const char* name : {"sequences", "test_sequences", "epochs", "batch"}) config.set(name, std::int64_t{1});
  EXPECT_TRUE(std::isfinite(run(config).scalar("test_mse")));
}

TEST(Registry, NamesKnownTasksWhenOneDoesNotExist) {
  try {
    papers_tasks().find("augmentd");
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("augmented"), std::string::npos);
  }
}

}  // namespace
}  // namespace icsweep::augmented_test
