#include "engine/commands/noop_task.hpp"

namespace icsweep {
namespace {

class NoopTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"noop", 1, {seed("makes it another")}, {{"value", "half the seed", {}}}};
    return schema;
  }
  Cost cost(const Config&) const override { return {1, 1, 1e6}; }
  std::string flop_formula() const override { return "FLOP of noop: none."; }

  void run(const Config& config, Context& context) const override {
    context.tick({0, 1, 0, 0});
    context.put("value", noop_value(config.integer("seed")));
    context.tick({1, 1, 1, 0});
  }
};

}  // namespace

const Task& noop_task() {
  static const NoopTask task;
  return task;
}

double noop_value(std::int64_t seed) {
  return 0.5 * double(seed);
}

}  // namespace icsweep
