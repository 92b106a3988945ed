#include "tasks/regression/settings.hpp"

#include <fmt/format.h>

namespace icsweep {
namespace {

Block block_of(const std::string& name) {
  if (name == "bare") return Block::bare;
  return name == "post_norm" ? Block::post_norm : Block::pre_norm;
}

Mixing mixing_of(const std::string& name) {
  if (name == "linear") return Mixing::sum;
  return name == "linear_mean" ? Mixing::mean : Mixing::softmax;
}

Shift shift_of(const Config& c) {
  if (c.text("tokenization") != "sca") return Shift::none;
  return c.text("own_term") == "kept" ? Shift::own : Shift::without_own;
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::config, what);
}

void validate_model(const Config& c, const DecoderShape& s) {
  if (s.bare() && s.depth > 1) refuse(fmt::format("depth = {}: block = \"bare\" is one layer, use 1", s.depth));
  if (!s.bare() && s.width % s.heads != 0)
    refuse(fmt::format("heads = {}: do not divide width = {}, use one of its divisors", s.heads, s.width));
  if (c.text("own_term") == "left_out" && s.shift != Shift::without_own)
    refuse("own_term = \"left_out\": only tokenization = \"sca\" has a term to leave out, use \"kept\"");
  if (s.shift == Shift::without_own && s.mixing == Mixing::softmax)
    refuse("own_term = \"left_out\": the first token's softmax would be over nothing, use a linear attention");
  const double most = 1e9;  // kernels count in 32 bits
  const double widest = std::max(s.bare() ? 3.0 * s.heads * s.width : s.hidden(), s.inputs + 31.0);
  if (const double block = 16 * s.tokens * widest; block > most)
    refuse(fmt::format("examples = {}: a block has {:.0f} scalars, use fewer or a smaller dim or width: at most {:.0f}",
                       c.integer("examples"), block, most));
  if (parameters(s) > most)
    refuse(fmt::format("width = {}: {:.0f} parameters, use a smaller one, fewer heads or less depth: at most {:.0f}",
                       s.width, parameters(s), most));
}

}  // namespace

RegressionSettings::RegressionSettings(const Config& c)
    : prompts(c.small_integer("prompts")),
      checkpoints(c.integer("checkpoints")),
      training{{function_class(c.text("function")), c.small_integer("dim"), c.small_integer("examples"),
                c.real("noise"), c.small_integer("hidden")},
               {tokenization_of(c.text("tokenization")), c.small_integer("dim"), c.small_integer("examples"),
                c.small_integer("patch")},
               {},
               {.learning_rate = c.real("learning_rate")},
               c.small_integer("batch"),
               c.integer("seed"),
               c.integer("curriculum"),
               c.integer("steps"),
               c.integer("decay")} {
  training.shape = {.tokens = training.layout.tokens(),
                    .inputs = training.layout.features(),
                    .width = c.small_integer("width"),
                    .heads = c.small_integer("heads"),
                    .depth = c.small_integer("depth"),
                    .block = block_of(c.text("block")),
                    .mixing = mixing_of(c.text("attention")),
                    .shift = shift_of(c)};
}

std::vector<Parameter> regression_parameters() {
  const double many = 1e9;
  return {
      {"function", std::string("linear"), "hidden function of a prompt", 0, 0, {"linear", "relu2"}, {}},
      {"tokenization",
       std::string("sca"),
       "how a prompt becomes tokens",
       0,
       0,
       {"interleaved", "aligned", "lagged", "sca"},
       {}},
      {"attention",
       std::string("softmax"),
       "linear: scores as weights; _mean: over the token",
       0,
       0,
       {"softmax", "linear", "linear_mean"},
       {}},
      {"own_term",
       std::string("kept"),
       "sca: attention to itself; linear may leave it out",
       0,
       0,
       {"kept", "left_out"},
       {}},
      {"block",
       std::string("gpt2"),
       "gpt2; post_norm: ReLU, no positions; bare",
       0,
       0,
       {"gpt2", "post_norm", "bare"},
       {}},
      {"depth", std::int64_t{4}, "layers", 1, 1000, {}, {}},
      {"width", std::int64_t{128}, "of tokens in the model; of each bare head", 1, 1e4, {}, {}},
      {"heads", std::int64_t{4}, "attention heads, width/heads wide (bare: width)", 1, 1e4, {}, {}},
      {"patch", std::int64_t{1}, "examples a token holds", 1, 1e4, {}, {}},
      {"dim", std::int64_t{10}, "dimension d of x", 1, 1e4, {}, {}},
      {"examples", std::int64_t{40}, "examples H before the query", 1, 1e4, {}, {}},
      {"noise", 0.0, "standard deviation of the labels' noise", 0, 1e6, {}, {}},
      {"hidden", std::int64_t{100}, "relu2: hidden width of the function", 1, 1e5, {}, {}},
      {"curriculum", std::int64_t{0}, "steps until prompts grow again, 0: never", 0, many, {}, {}},
      {"steps", std::int64_t{200000}, "optimiser steps", 1, many, {}, {}},
      {"batch", std::int64_t{64}, "fresh prompts in a step", 1, 1e6, {}, {}},
      {"learning_rate", 1e-4, "Adam's learning rate", 0, 1e3, {}, {}},
      {"decay", std::int64_t{0}, "last steps, over which the rate falls to 0", 0, many, {}, {}},
      {"checkpoints", std::int64_t{50}, "evaluations along the way", 1, 1e4, {}, {}},
      {"prompts", std::int64_t{1280}, "test prompts", 1, 1e6, {}, {}},
      {"seed", std::int64_t{0}, "seed of prompts and first weights", 0, 9e15, {}, {}},
  };
}

void validate_regression(const Config& c) {
  const RegressionSettings s(c);
  validate_layout(s.training.layout);
  validate_model(c, s.training.shape);
  if (s.training.decay > s.training.steps)
    refuse(fmt::format("decay = {}: more than steps = {}, use at most that many", s.training.decay, s.training.steps));
  if (s.training.stage > 0 && s.training.layout.patch > 1)
    refuse(fmt::format("curriculum = {}: prompts of a growing length do not divide into patches, use 0 or patch = 1",
                       s.training.stage));
}

}  // namespace icsweep
