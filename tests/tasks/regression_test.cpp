#include "tests/tasks/recorder.hpp"

#include "tasks/regression/baselines.hpp"
#include "tasks/regression/error_curve.hpp"
#include "tasks/papers_tasks.hpp"
#include "models/layers/wide_kernels.hpp"

namespace icsweep::regression_test {
namespace {

using test::Recorder;
using test::refusal;
using namespace std::string_literals;

Config small(const Values& values = {}) {
  Values all{{"width", std::int64_t{8}},  {"heads", std::int64_t{2}},       {"depth", std::int64_t{1}},
             {"dim", std::int64_t{2}},    {"examples", std::int64_t{8}},    {"steps", std::int64_t{6}},
             {"batch", std::int64_t{10}}, {"checkpoints", std::int64_t{3}}, {"prompts", std::int64_t{13}},
             {"learning_rate", 1e-3}};
  for (const auto& [name, value] : values) all[name] = value;
  return test::configured("regression", all);
}

Recorder run(const Values& values = {}) {
  return test::run("regression", small(values));
}

const std::vector<Values> variants{
    {},
    {{"tokenization", "interleaved"s}},
    {{"tokenization", "aligned"s}, {"function", "relu2"s}, {"hidden", std::int64_t{5}}},
    {{"tokenization", "lagged"s}, {"noise", .5}, {"curriculum", std::int64_t{2}}},
    {{"block", "post_norm"s}, {"decay", std::int64_t{6}}},
    {{"shift_layers", "first"s}, {"depth", std::int64_t{2}}},
    {{"shift_layers", "not_first"s}, {"depth", std::int64_t{2}}, {"block", "post_norm"s}},
    {{"prompts", std::int64_t{1}}, {"noise", .1}},
    {{"block", "bare"s}, {"attention", "linear"s}, {"own_term", "left_out"s}, {"heads", std::int64_t{3}}},
    {{"block", "bare"s}, {"attention", "linear_mean"s}, {"tokenization", "aligned"s}},
    {{"positions", "rotary"s}, {"norm", "rms"s}},
    {{"positions", "none"s}, {"activation", "relu"s}, {"tokenization", "interleaved"s}},
    {{"block", "post_norm"s}, {"positions", "sinusoidal"s}, {"activation", "gelu"s}},
    {{"block", "post_norm"s}, {"positions", "learned"s}, {"norm", "rms"s}, {"tokenization", "aligned"s}}};

TEST(Regression, GivesEveryDeclaredResultInItsDeclaredSize) {
  for (const Values& values : variants) {
    const Recorder r = run(values);
    test::expect_declared_results("regression", small(values), r);
    EXPECT_EQ(r.ticks, 1 + 6);
    EXPECT_EQ(r.last.sequences, 60);
    EXPECT_EQ(r.results().at("step"), (std::vector<double>{2, 4, 6}));
    EXPECT_EQ(r.scalar("last_index"), r.results().at("error").back());
    EXPECT_EQ(r.scalar("last_index"), r.results().at("step_last_index").back());
    EXPECT_EQ(r.scalar("validation"), r.results().at("step_validation").back());
  }
}

TEST(Regression, SameConfigurationGivesTheSameBits) {
  for (const Values& values : variants) EXPECT_EQ(test::bits(run(values).results()), test::bits(run(values).results()));
}

TEST(Regression, NamingTheBlocksOwnPartsChangesNoBit) {
  const Values gpt2{{"positions", "learned"s}, {"activation", "gelu"s}, {"norm", "layer"s}};
  EXPECT_EQ(test::bits(run(gpt2).results()), test::bits(run().results()));
  const Values own{{"block", "post_norm"s}},
      named{{"block", "post_norm"s}, {"positions", "none"s}, {"activation", "relu"s}};
  EXPECT_EQ(test::bits(run(named).results()), test::bits(run(own).results()));
}

TEST(Regression, EveryPartOfABlockChangesWhatIsLearned) {
  for (const std::string block : {"gpt2", "post_norm"}) {
    std::set<double> errors;
    for (const std::string positions : {"learned", "sinusoidal", "rotary", "none"})
      for (const std::string activation : {"gelu", "relu"})
        for (const std::string norm : {"layer", "rms"})
          errors.insert(run({{"block", block}, {"positions", positions}, {"activation", activation}, {"norm", norm}})
                            .scalar("last_index"));
    EXPECT_EQ(errors.size(), 16u) << block;
  }
}

TEST(Regression, LayersThatAreShiftedChangeWhatIsLearned) {
  std::set<double> errors;
  for (const std::string tokenization : {"sca", "lagged"})
    for (const std::string layers : {"all", "first", "not_first"})
      if (tokenization == "sca" || layers == "all")
        errors.insert(run({{"tokenization", tokenization}, {"shift_layers", layers}, {"depth", std::int64_t{2}}})
                          .scalar("last_index"));
  EXPECT_EQ(errors.size(), 4u);
}

TEST(Regression, IdentitiesOfBeforeStay) {
  const Schema& schema = papers_tasks().find("regression").schema();
  for (const char* name : {"positions", "activation", "norm", "precision", "shift_layers"}) {
    const Parameter* added = schema.find(name);
    ASSERT_TRUE(added && added->neutral) << name;
    EXPECT_EQ(*added->neutral, added->default_value) << name;
  }
  EXPECT_NE(identity(schema, small()), identity(schema, small({{"positions", "rotary"s}})));
}

const std::vector<Values> bfloat16_variants{
    {{"precision", "bfloat16"s}},
    {{"precision", "bfloat16"s}, {"block", "post_norm"s}, {"tokenization", "aligned"s}},
    {{"precision", "bfloat16"s}, {"positions", "rotary"s}, {"tokenization", "interleaved"s}}};
const Values amx_variant{{"precision", "bfloat16_amx"s}, {"tokenization", "interleaved"s}};

// Rounding may turn a last-bit difference between the two into half a percent of a factor.
TEST(Regression, Bfloat16GradientIsTheDoubleOneOfRoundedFactors) {
  for (const Values& values : bfloat16_variants)
    EXPECT_LT(papers_tasks().find("regression").gradient_error(small(values)), 2e-4) << values.size();
  EXPECT_LT(papers_tasks().find("regression").gradient_error(small(amx_variant)), 2e-4);
}

TEST(Regression, Bfloat16TrainsToTheSameBitsWithoutItsInstruction) {
  if (!processor_has(Precision::bfloat16)) GTEST_SKIP() << "this processor or build lacks AVX512_BF16";
  for (Values values : bfloat16_variants) {
    for (const auto& [name, value] : {std::pair{"steps", 60}, {"width", 32}, {"depth", 2}, {"batch", 40}})
      values[name] = std::int64_t{value};
    emulate_bfloat16();
    const Recorder emulated = run(values);
    emulate_bfloat16(false);
    const Recorder by_instruction = run(values);
    EXPECT_EQ(test::bits(by_instruction.results()), test::bits(emulated.results()));
    EXPECT_EQ(by_instruction.weights(), emulated.weights());
    values["precision"] = "float32"s;
    EXPECT_NE(run(values).weights(), emulated.weights());
  }
}

/// The names under which PyTorch's nn.RMSNorm and nn.LayerNorm would load them.
TEST(Regression, WeightsHaveTheNamesOfTheirModules) {
  const auto names = [](const Values& values) {
    std::vector<std::string> all;
    for (const auto& array : papers_tasks().find("regression").weights(small(values))) all.push_back(array.name);
    return all;
  };
  EXPECT_EQ(names({{"positions", "rotary"s}, {"norm", "rms"s}}),
            (std::vector<std::string>{
                "embedding.weight", "embedding.bias", "layers.0.attention.norm.weight",
                "layers.0.attention.query_key_value.weight", "layers.0.attention.query_key_value.bias",
                "layers.0.attention.output.weight", "layers.0.attention.output.bias", "layers.0.mlp.norm.weight",
                "layers.0.mlp.expand.weight", "layers.0.mlp.expand.bias", "layers.0.mlp.contract.weight",
                "layers.0.mlp.contract.bias", "final_norm.weight", "readout.weight", "readout.bias"}));
  const auto learned = names({{"block", "post_norm"s}, {"positions", "learned"s}});
  EXPECT_EQ(learned[2], "positions");
  EXPECT_EQ(learned.back(), "readout.bias");
}

TEST(Regression, SinglePrecisionGradientIsTheDoubleOne) {
  for (const Values& values : variants)
    EXPECT_LT(papers_tasks().find("regression").gradient_error(small(values)), 1e-5) << values.size();
}

TEST(Regression, PatchesArePredictedWhereTheirLabelsAreUnknown) {
  for (const std::string tokenization : {"aligned", "lagged", "sca"}) {
    const Recorder r = run({{"tokenization", tokenization}, {"patch", std::int64_t{4}}});
    const auto& error = r.results().at("error");
    for (int seen = 0; seen <= 8; ++seen) {
      const bool predicted = tokenization == "aligned" ? seen % 4 == 0 : seen % 4 == 3 || seen == 8;
      EXPECT_EQ(std::isfinite(error[seen]), predicted) << tokenization << " " << seen;
    }
    EXPECT_TRUE(std::isfinite(r.scalar("validation")));
  }
}

/// The optimum of one head of linear attention on aligned tokens: d r/(1 + r), r = p(d + 1)/H [covariates-icl §3.2].
TEST(Regression, BareHeadReachesItsFloorWhateverThePatch) {
  for (const std::int64_t patch : {1, 4}) {
    const double d = 4, r = double(patch) * (d + 1) / 16, floor = d * r / (1 + r);
    const double reached = run({{"block", "bare"s},
                                {"attention", "linear"s},
                                {"tokenization", "aligned"s},
                                {"patch", patch},
                                {"heads", std::int64_t{1}},
                                {"dim", std::int64_t{4}},
                                {"examples", std::int64_t{16}},
                                {"width", std::int64_t{5}},
                                {"steps", std::int64_t{2000}},
                                {"decay", std::int64_t{1000}},
                                {"batch", std::int64_t{64}},
                                {"learning_rate", 1e-2},
                                {"prompts", std::int64_t{20000}}})
                               .scalar("last_index");
    EXPECT_NEAR(reached, floor, .06 * floor) << patch;
  }
}

/// Without its own term the first token attends to nothing: its prediction is 0.
TEST(Regression, TestPromptsAreThoseOfTheBaselines) {
  const Prompts prompts = draw_prompts({FunctionClass::linear, 2, 8}, 13, 0, Purpose::test_data);
  const SquaredErrors zero = squared_errors(prompts, [&](int i) { return predict_zero(prompts[i]); });
  const Recorder r = run({{"block", "bare"s}, {"attention", "linear"s}, {"own_term", "left_out"s}});
  EXPECT_NEAR(r.results().at("error")[0], zero.col(0).mean(), 1e-6);
}

TEST(Regression, RefusesWhatDoesNotFit) {
  const std::vector<std::pair<Values, std::string>> refused{
      {{{"patch", std::int64_t{3}}}, "patch = 3: does not divide examples = 40, use one of its divisors"},
      {{{"patch", std::int64_t{41}}}, "patch = 41: more than examples = 40, use at most that many"},
      {{{"patch", std::int64_t{2}}, {"tokenization", "interleaved"s}},
       "patch = 2: an interleaved token holds one point or one label, use 1 or another tokenization"},
      {{{"heads", std::int64_t{3}}}, "heads = 3: do not divide width = 128, use one of its divisors"},
      {{{"positions", "rotary"s}, {"width", std::int64_t{20}}},
       "positions = \"rotary\": turns pairs of a head's numbers, but width/heads = 5 is odd, use an even one"},
      {{{"block", "bare"s}, {"depth", std::int64_t{1}}, {"positions", "rotary"s}},
       "positions = \"rotary\": block = \"bare\" has none, leave it out or use gpt2 or post_norm"},
      {{{"block", "bare"s}, {"depth", std::int64_t{1}}, {"positions", "none"s}},
       "positions = \"none\": block = \"bare\" has none, leave it out or use gpt2 or post_norm"},
      {{{"block", "bare"s}, {"depth", std::int64_t{1}}, {"activation", "relu"s}},
       "activation = \"relu\": block = \"bare\" has none, leave it out or use gpt2 or post_norm"},
      {{{"block", "bare"s}, {"depth", std::int64_t{1}}, {"norm", "rms"s}},
       "norm = \"rms\": block = \"bare\" has none, leave it out or use gpt2 or post_norm"},
      {{{"block", "bare"s}, {"depth", std::int64_t{1}}, {"precision", "bfloat16"s}},
       "precision = \"bfloat16\": block = \"bare\" has no maps between read-in and read-out, use float32"},
      {{{"block", "bare"s}}, "depth = 4: block = \"bare\" is one layer, use 1"},
      {{{"own_term", "left_out"s}},
       "own_term = \"left_out\": the first token's softmax would be over nothing, use a linear attention"},
      {{{"own_term", "left_out"s}, {"tokenization", "lagged"s}, {"attention", "linear"s}},
       "own_term = \"left_out\": only tokenization = \"sca\" has a term to leave out, use \"kept\""},
      {{{"shift_layers", "first"s}, {"tokenization", "lagged"s}},
       "shift_layers = \"first\": only tokenization = \"sca\" with a depth of 2 or more has a choice, use \"all\""},
      {{{"shift_layers", "not_first"s}, {"depth", std::int64_t{1}}},
       "shift_layers = \"not_first\": only tokenization = \"sca\" with a depth of 2 or more has a choice, use \"all\""},
      {{{"curriculum", std::int64_t{5}}, {"patch", std::int64_t{2}}},
       "curriculum = 5: prompts of a growing length do not divide into patches, use 0 or patch = 1"},
      {{{"decay", std::int64_t{5}}, {"steps", std::int64_t{4}}},
       "decay = 5: with the warm-up more than steps = 4, use at most 4"},
      {{{"width", std::int64_t{10000}}, {"examples", std::int64_t{10000}}, {"heads", std::int64_t{1}}},
       "examples = 10000: a block has 6400640000 scalars, use fewer or a smaller dim or width: at most 1000000000"},
      {{{"dim", std::int64_t{10000}}, {"examples", std::int64_t{10000}}, {"tokenization", "interleaved"s}},
       "examples = 10000: a block has 3210080496 scalars, use fewer or a smaller dim or width: at most 1000000000"},
      {{{"width", std::int64_t{4096}}, {"depth", std::int64_t{12}}},
       "width = 4096: 2416787457 parameters, use a smaller one, fewer heads or less depth: at most 1000000000"},
      {{{"block", "bare"s},
        {"depth", std::int64_t{1}},
        {"tokenization", "aligned"s},
        {"attention", "linear"s},
        {"width", std::int64_t{1000}},
        {"dim", std::int64_t{1000}},
        {"examples", std::int64_t{1000}},
        {"patch", std::int64_t{1000}}},
       "width = 1000: 12012004000 parameters, use a smaller one, fewer heads or less depth: at most 1000000000"}};
  for (const auto& [values, message] : refused) EXPECT_EQ(refusal("regression", values), message);
  EXPECT_THROW(test::configured("regression", {{"noise", -1.0}}), Error);
  EXPECT_THROW(test::configured("regression", {{"heads", std::int64_t{0}}}), Error);
}

TEST(Regression, CostIsThatOfTheTrainingPrompts) {
  const Task& task = papers_tasks().find("regression");
  const Cost cost = task.cost(small());
  EXPECT_EQ(cost.sequences, 60);
  const double ends = 4 * 3 * 8 + 6 * 8, layer = 6 * 12 * 8 * 8;  // d + 1 = 3 features, width 8, 9 tokens
  EXPECT_EQ(cost.training_flop, 60 * (9 * (ends + layer) + 12 * 8 * 9 * 10 / 2));
  EXPECT_EQ(task.cost(small({{"prompts", std::int64_t{1013}}})).bytes - cost.bytes, 8 * 1000 * 9 * (2 + 3));
}

TEST(Regression, DivergesWithTheStep) {
  EXPECT_NE(test::divergence("regression", small({{"block", "bare"s},
                                                  {"attention", "linear"s},
                                                  {"own_term", "left_out"s},
                                                  {"learning_rate", 1e3},
                                                  {"steps", std::int64_t{200}}}))
                .find("loss is "),
            std::string::npos);
}

}  // namespace
}  // namespace icsweep::regression_test
