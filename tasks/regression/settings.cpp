#include "tasks/regression/settings.hpp"

#include <fmt/format.h>

#include "io/schema/schema_builders.hpp"
#include "tasks/training/precision.hpp"

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

/// Positions of a name; unset for "block", which means the block's default.
std::optional<PositionKind> positions_of(const std::string& name) {
  if (name == "learned") return PositionKind::learned;
  if (name == "sinusoidal") return PositionKind::sinusoidal;
  if (name == "rotary") return PositionKind::rotary;
  return name == "none" ? std::optional(PositionKind::none) : std::nullopt;
}

std::optional<Activation> activation_of(const std::string& name) {
  if (name == "gelu") return Activation::gelu;
  return name == "relu" ? std::optional(Activation::relu) : std::nullopt;
}

NormKind norm_of(const std::string& name) {
  return name == "rms" ? NormKind::rms : NormKind::layer;
}

Shift shift_of(const Config& c) {
  if (c.text("tokenization") != "sca") return Shift::none;
  return c.text("own_term") == "kept" ? Shift::own : Shift::without_own;
}

ShiftLayers shift_layers_of(const std::string& name) {
  if (name == "first") return ShiftLayers::first;
  return name == "not_first" ? ShiftLayers::not_first : ShiftLayers::all;
}

/// Refuses parts that a bare block lacks, and rotary positions if heads have an odd width.
void validate_axes(const Config& c, const DecoderShape& s) {
  const auto refuse_bare = [&](const char* name, bool given) {
    if (given)
      refuse_setting(fmt::format("{} = \"{}\": block = \"bare\" has none, leave it out or use gpt2 or post_norm", name,
                                 c.text(name)));
  };
  if (s.bare()) {
    refuse_bare("positions", s.positions.has_value());
    refuse_bare("activation", s.activation.has_value());
    refuse_bare("norm", s.norm != NormKind::layer);
    if (s.precision != Precision::float32)
      refuse_setting(
          fmt::format("precision = \"{}\": block = \"bare\" has no maps between read-in and read-out, use float32",
                      c.text("precision")));
  }
  if (s.position_kind() == PositionKind::rotary && s.head_width() % 2 != 0)
    refuse_setting(
        fmt::format("positions = \"rotary\": turns pairs of a head's numbers, but width/heads = {} is odd, use "
                    "an even one",
                    s.head_width()));
}

void validate_model(const Config& c, const DecoderShape& s) {
  if (s.bare() && s.depth > 1) refuse_setting(fmt::format("depth = {}: block = \"bare\" is one layer, use 1", s.depth));
  if (!s.bare() && s.width % s.heads != 0)
    refuse_setting(fmt::format("heads = {}: do not divide width = {}, use one of its divisors", s.heads, s.width));
  validate_axes(c, s);
  if (c.text("own_term") == "left_out" && s.shift != Shift::without_own)
    refuse_setting("own_term = \"left_out\": only tokenization = \"sca\" has a term to leave out, use \"kept\"");
  if (s.shift == Shift::without_own && s.mixing == Mixing::softmax)
    refuse_setting("own_term = \"left_out\": the first token's softmax would be over nothing, use a linear attention");
  if (s.shift_layers != ShiftLayers::all && (s.shift == Shift::none || s.depth == 1))
    refuse_setting(fmt::format(
        "shift_layers = \"{}\": only tokenization = \"sca\" with a depth of 2 or more has a choice, use \"all\"",
        c.text("shift_layers")));
  const double most = 1e9;  // kernels count in 32 bits
  const double widest = std::max(s.bare() ? 3.0 * s.heads * s.width : s.hidden(), s.inputs + 31.0);
  if (const double block = 16 * s.tokens * widest; block > most)
    refuse_setting(
        fmt::format("examples = {}: a block has {:.0f} scalars, use fewer or a smaller dim or width: at most {:.0f}",
                    c.integer("examples"), block, most));
  if (parameters(s) > most)
    refuse_setting(
        fmt::format("width = {}: {:.0f} parameters, use a smaller one, fewer heads or less depth: at most {:.0f}",
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
               optimiser_settings(c, c.integer("steps"), c.integer("decay")),
               c.small_integer("batch"),
               c.integer("seed"),
               c.integer("curriculum"),
               c.integer("steps")} {
  training.shape = {.tokens = training.layout.tokens(),
                    .inputs = training.layout.features(),
                    .width = c.small_integer("width"),
                    .heads = c.small_integer("heads"),
                    .depth = c.small_integer("depth"),
                    .block = block_of(c.text("block")),
                    .mixing = mixing_of(c.text("attention")),
                    .shift = shift_of(c),
                    .shift_layers = shift_layers_of(c.text("shift_layers")),
                    .positions = positions_of(c.text("positions")),
                    .activation = activation_of(c.text("activation")),
                    .norm = norm_of(c.text("norm")),
                    .precision = precision_of(c),
                    .one_output = training.layout.tokenization == Tokenization::aligned};
}

std::vector<Parameter> regression_parameters() {
  const double many = 1e9;
  std::vector<Parameter> all{
      choice("function", "linear", {"linear", "relu2"}).says("hidden function of a prompt"),
      choice("tokenization", "sca", {"interleaved", "aligned", "lagged", "sca"}).says("how a prompt becomes tokens"),
      choice("attention", "softmax", {"softmax", "linear", "linear_mean"})
          .says("linear: scores as weights; _mean: over the token"),
      choice("own_term", "kept", {"kept", "left_out"}).says("sca: attention to itself; linear may leave it out"),
      choice("shift_layers", "all", {"all", "first", "not_first"}).says("sca: layers that are shifted").added(),
      choice("block", "gpt2", {"gpt2", "post_norm", "bare"}).says("gpt2; post_norm: ReLU, no positions; bare"),
      choice("positions", "block", {"block", "learned", "sinusoidal", "rotary", "none"})
          .says("block: gpt2 learned, post_norm none")
          .same_where("learned", "block", "block", "gpt2")
          .same_where("none", "block", "block", "post_norm")
          .added(),
      choice("activation", "block", {"block", "gelu", "relu"})
          .says("block: gpt2 gelu, post_norm relu")
          .same_where("gelu", "block", "block", "gpt2")
          .same_where("relu", "block", "block", "post_norm")
          .added(),
      choice("norm", "layer", {"layer", "rms"}).says("layer norms or root-mean-square norms").added(),
      precision_parameter({"float32", "bfloat16", "bfloat16_amx"}),
      integer("depth", 4).between(1, 1000).says("layers"),
      integer("width", 128).between(1, 1e4).says("of tokens in the model; of each bare head"),
      integer("heads", 4).between(1, 1e4).says("attention heads, width/heads wide (bare: width)"),
      integer("patch", 1).between(1, 1e4).says("examples a token holds"),
      integer("dim", 10).between(1, 1e4).says("dimension d of x"),
      integer("examples", 40).between(1, 1e4).says("examples H before the query"),
      real("noise", 0.0).between(0, 1e6).says("standard deviation of the labels' noise"),
      integer("hidden", 100)
          .between(1, 1e5)
          .says("relu2: hidden width of the function")
          .used_where("function", "relu2"),
      integer("curriculum", 0)
          .between(0, many)
          .says("steps until prompts grow again, 0: never")
          .steady_at(std::int64_t{0}),
      integer("steps", 200000).between(1, many).says("optimiser steps").resource(),
      integer("batch", 64).between(1, 1e6).says("fresh prompts in a step"),
      real("learning_rate", 1e-4).between(0, 1e3).says("learning rate of the optimiser"),
      integer("decay", 0)
          .between(0, many)
          .says("short for a linear schedule over the last steps")
          .same_where(std::int64_t{1}, "0", "schedule", "constant"),
      integer("checkpoints", 50).between(1, 1e4).says("evaluations along the way"),
      integer("prompts", 1280).between(1, 1e6).says("test prompts"),
      seed("seed of prompts and first weights"),
  };
  add_optimiser_parameters(all);
  return all;
}

void validate_regression(const Config& c) {
  const RegressionSettings s(c);
  validate_layout(s.training.layout);
  validate_model(c, s.training.shape);
  validate_optimiser(c, s.training.steps);
  if (const auto decay = c.integer("decay"); decay > 0) {
    if (c.text("schedule") != "constant")
      refuse_setting(
          fmt::format("decay = {}: short for schedule = \"linear\" over the last steps, use one of the two", decay));
    if (decay + s.training.optimiser.warmup > s.training.steps)
      refuse_setting(fmt::format("decay = {}: with the warm-up more than steps = {}, use at most {}", decay,
                                 s.training.steps, s.training.steps - s.training.optimiser.warmup));
  }
  if (s.training.stage > 0 && s.training.layout.patch > 1)
    refuse_setting(
        fmt::format("curriculum = {}: prompts of a growing length do not divide into patches, use 0 or patch = 1",
                    s.training.stage));
}

}  // namespace icsweep
