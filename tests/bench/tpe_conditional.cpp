#include "tpe_conditional.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/search/proposals.hpp"
#include "io/sweep_file/sweep_file.hpp"

namespace icsweep {
namespace {

double loss_of(const Config& c) {
  return conditional_loss(c.real("rate"), c.text("kind") == "sgd", c.real("momentum"), double(c.integer("warmup")),
                          c.real("decay"));
}

class Conditional : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"conditional",
                               1,
                               {real("rate", 1), choice("kind", "sgd", {"sgd", "adam"}), real("momentum", 0),
                                integer("warmup", 0), real("decay", 1)},
                               {Output{"loss"}}};
    return schema;
  }
  Cost cost(const Config&) const override { return {.training_flop = 1, .sequences = 1, .bytes = 1}; }
  std::string flop_formula() const override { return ""; }
  void run(const Config& config, Context& context) const override { context.put("loss", loss_of(config)); }
};

Sweep sweep_of(std::int64_t seed, std::size_t sample) {
  return parse_sweep(fmt::format("[search]\nmethod = \"tpe\"\nmetric = \"loss\"\nrounds = 1\nper_round = 1\n"
                                 "[[grid]]\ntask = \"conditional\"\nsample = {{ count = {}, seed = {} }}\n"
                                 "rate = {{ log_uniform = [1e-5, 1] }}\nkind = {{ choice = [\"sgd\", \"adam\"] }}\n"
                                 "momentum = {{ when = 'kind == \"sgd\"', uniform = [0, 1] }}\n"
                                 "warmup = {{ when = 'kind == \"adam\"', integer = [0, 20] }}\n"
                                 "decay = {{ when = 'kind == \"adam\"', log_uniform = [1e-6, 1e-1] }}\n",
                                 sample, seed),
                     "conditional.toml");
}

}  // namespace

double conditional_loss(double rate, bool is_sgd, double momentum, double warmup, double decay) {
  const double place = std::log10(rate);
  if (is_sgd) return 0.02 + 0.3 * std::pow(place + 1, 2) + 4 * std::pow(momentum - 0.9, 2);
  return 0.3 * std::pow(place + 3, 2) + 0.02 * std::pow(warmup - 12, 2) + 0.1 * std::pow(std::log10(decay) + 3, 2);
}

double least_conditional(std::int64_t seed, std::size_t sample, std::size_t evaluations, std::size_t round) {
  static const Conditional task;
  const TaskRegistry tasks({&task});
  Sweep sweep = sweep_of(seed, round ? sample : evaluations);
  for (double least = std::numeric_limits<double>::infinity();;) {
    EndedExperiments ended;
    const auto experiments = expand(tasks, sweep).experiments;
    for (const auto& e : experiments) {
      ended[e.identity] = {loss_of(e.config)};
      least = std::min(least, ended[e.identity][0]);
    }
    auto& axes = sweep.grids[0].axes;
    const std::size_t drawn = axes[0].proposed.size() + (round ? sample : evaluations);
    if (drawn >= evaluations) return least;
    for (const auto& proposal : next_proposals(tasks, sweep, ended, std::int64_t(std::min(round, evaluations - drawn))))
      for (auto& axis : axes) {
        const auto value = proposal.values.find(axis.name);
        axis.proposed.push_back(value == proposal.values.end() ? Value(Absent{}) : value->second);
      }
  }
}

}  // namespace icsweep
