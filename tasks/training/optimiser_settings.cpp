#include "tasks/training/optimiser_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace icsweep {
namespace {

UpdateRule rule_of(const std::string& name) {
  if (name == "adamw") return UpdateRule::adamw;
  if (name == "sgd") return UpdateRule::sgd;
  return name == "lion" ? UpdateRule::lion : UpdateRule::adam;
}

Schedule schedule_of(const std::string& name) {
  if (name == "linear") return Schedule::linear;
  return name == "cosine" ? Schedule::cosine : Schedule::constant;
}

const Parameter& parameter(const std::string& name) {
  static const std::vector<Parameter> all = optimiser_parameters();
  return *std::ranges::find(all, name, &Parameter::name);
}

/// Refuses a value of `name` other than the default: only `owners` have it.
void expect_unused(const Config& c, const std::string& name, const std::string& choice, const char* owners) {
  const Value& value = c.at(name);
  if (value == parameter(name).default_value) return;
  refuse_setting(fmt::format("{} = {}: {} = \"{}\" has none, leave it out or use {}", name, to_text(value), choice,
                             c.text(choice), owners));
}

void validate_rule(const Config& c) {
  const UpdateRule rule = rule_of(c.text("optimizer"));
  if (rule != UpdateRule::sgd) expect_unused(c, "momentum", "optimizer", "sgd");
  if (rule == UpdateRule::sgd)
    for (const char* name : {"beta1", "beta2"}) expect_unused(c, name, "optimizer", "adam, adamw or lion");
  if (rule == UpdateRule::sgd || rule == UpdateRule::lion) expect_unused(c, "epsilon", "optimizer", "adam or adamw");
  for (const char* name : {"momentum", "beta1", "beta2", "ema"})
    if (c.real(name) == 1) refuse_setting(fmt::format("{} = 1: nothing would ever fade, use less than 1", name));
}

void validate_schedule(const Config& c, std::int64_t steps) {
  const bool falls = schedule_of(c.text("schedule")) != Schedule::constant;
  if (!falls) expect_unused(c, "final_rate", "schedule", "linear or cosine");
  const std::int64_t warmup = c.integer("warmup");
  if (warmup > steps)
    refuse_setting(fmt::format("warmup = {}: the training has {} steps, use at most that many", warmup, steps));
  if (falls && warmup == steps)
    refuse_setting(
        fmt::format("warmup = {}: schedule = \"{}\" has no step left to fall over, use less than the {} steps", warmup,
                    c.text("schedule"), steps));
}

}  // namespace

double OptimiserSettings::rate_factor(std::int64_t step) const {
  if (step < warmup) return double(step + 1) / double(warmup);
  if (schedule == Schedule::constant) return 1;
  const double left = std::min(1.0, double(steps - step) / double(steps - fall_begin));
  const double share = schedule == Schedule::linear ? left : (1 + std::cos(std::numbers::pi * (1 - left))) / 2;
  return final_rate + (1 - final_rate) * share;
}

std::vector<Parameter> optimiser_parameters() {
  const double many = 1e9;
  return {
      choice("optimizer", "adam", {"adam", "adamw", "sgd", "lion"})
          .says("rule of the update")
          .same_where("adamw", "adam", "weight_decay", 0.0)
          .added(),
      real("momentum", 0.0).between(0, 1).says("of sgd").added(),
      real("beta1", 0.9).between(0, 1).says("of the first moment").added(),
      real("beta2", 0.999).between(0, 1).says("of the second moment; lion: of the momentum").added(),
      real("epsilon", 1e-8).between(0, 1).says("of adam and adamw").added(),
      real("weight_decay", 0.0).between(0, 1e3).says("adam, sgd: in the loss; adamw, lion: apart").added(),
      integer("warmup", 0)
          .between(0, many)
          .says("first steps, over which the rate rises")
          .same_where(std::int64_t{1}, "0", "schedule", "constant")
          .added(),
      choice("schedule", "constant", {"constant", "linear", "cosine"})
          .says("of the rate after the warm-up")
          .same_where("linear", "constant", "final_rate", 1.0)
          .same_where("cosine", "constant", "final_rate", 1.0)
          .added(),
      real("final_rate", 0.0).between(0, 1).says("last rate, in learning rates").added(),
      real("clip", 0.0).between(0, 1e9).says("largest norm of the whole gradient; 0: any").added(),
      real("ema", 0.0).between(0, 1).says("decay of weights' tested average; 0: none").added(),
      real("initial_scale", 1.0).between(0, 1e3).says("factor of the first weights; norms' stay").added(),
  };
}

void add_optimiser_parameters(std::vector<Parameter>& parameters) {
  for (auto& p : optimiser_parameters()) parameters.push_back(std::move(p));
}

OptimiserSettings optimiser_settings(const Config& c, std::int64_t steps, std::int64_t decay) {
  OptimiserSettings s{.learning_rate = c.real("learning_rate")};
  s.update = {{0, c.real("beta1"), c.real("beta2"), c.real("epsilon")},
              rule_of(c.text("optimizer")),
              c.real("momentum"),
              c.real("weight_decay")};
  s.schedule = decay > 0 ? Schedule::linear : schedule_of(c.text("schedule"));
  s.final_rate = c.real("final_rate");
  s.warmup = c.integer("warmup");
  s.fall_begin = decay > 0 ? steps - decay : s.warmup;
  s.steps = steps;
  s.clip = c.real("clip");
  s.ema = c.real("ema");
  s.initial_scale = c.real("initial_scale");
  return s;
}

void validate_optimiser(const Config& c, std::int64_t steps) {
  validate_rule(c);
  validate_schedule(c, steps);
}

std::vector<double> scaled_initial(std::vector<double> theta, const std::vector<ParameterView>& views, double scale) {
  if (scale == 1) return theta;
  for (const auto& view : views)
    if (!view.is_norm())
      for (int i = view.offset; i < view.offset + view.count(); ++i) theta[std::size_t(i)] *= scale;
  return theta;
}

}  // namespace icsweep
