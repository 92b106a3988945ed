// Replaces tasks/registry.cpp, so that the fuzzers build no model.
#include "fuzz/toy_task.hpp"

namespace icsweep {
namespace fuzz {

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
}  // namespace fuzz

const std::vector<const Task*>& all_tasks() {
  static const fuzz::ToyTask task;
  static const std::vector<const Task*> tasks{&task};
  return tasks;
}

const Task& find_task(const std::string& name) {
  if (name == "toy") return *all_tasks()[0];
  throw Error(ErrorKind::config, "task \"" + name + "\" does not exist: use toy");
}

}  // namespace icsweep
