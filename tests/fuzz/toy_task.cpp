#include "fuzz/toy_task.hpp"

namespace icsweep::fuzz {

const Schema& toy_schema() {
  static const Schema schema{
      "toy",
      1,
      {integer("depth", 3).between(1, 100), integer("dim", 5).between(1, 1e9), real("rate", 0.5).between(0, 1e300),
       choice("kind", "a", {"a", "b", "long name"}), text("text", "moby.txt"), seed("")},
      {{"error", "a scalar", {}}}};
  return schema;
}

namespace {

class ToyTask : public Task {
 public:
  const Schema& schema() const override { return toy_schema(); }
  void validate(const Config& c) const override {
    if (c.integer("depth") > c.integer("dim")) throw Error(ErrorKind::config, "depth is above dim, take a smaller one");
  }
  Cost cost(const Config&) const override { return {1, 1, 1}; }
  std::string flop_formula() const override { return "FLOP of toy: one."; }
  std::vector<WeightArray> weights(const Config&) const override { return {{"w", {2, 3}}}; }
  void run(const Config&, Context&) const override {}
};

}  // namespace

const TaskRegistry& toy_tasks() {
  static const ToyTask task;
  static const TaskRegistry tasks({&task});
  return tasks;
}

}  // namespace icsweep::fuzz
