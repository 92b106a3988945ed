// A1, "trajectory": one autoregressive sequence s_{t+1} = W s_t to look at [autoregressive-icl §1, Fig 1].
//
// W is drawn from the seed, s_1 = 1_d/√d. Nothing is trained. W keeps the norm, so norm_drift shows rounding. In
// complex dimension d a state has 2d coordinates: first the real parts, then the imaginary parts.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/task.hpp"

namespace icsweep {
namespace trajectory {
namespace {

struct Settings {
  explicit Settings(const Config& c)
      : contexts{context_kind(c.text("context")), c.small_integer("dim"), c.real("mu")},
        length(c.small_integer("length")),
        seed(c.integer("seed")) {}

  /// The sequence of this seed; a shorter length gives its beginning.
  Sequences draw() const {
    return draw_sequences(contexts, 1, length, 1 / std::sqrt(double(contexts.dim)), seed, Purpose::test_data);
  }

  ContextDistribution contexts;
  int length;
  std::int64_t seed;
};

Schema make_schema() {
  const Dimension position{"position", [](const Config& c) { return c.integer("length"); }};
  const Dimension coordinate{"coordinate", [](const Config& c) { return Settings(c).contexts.real_dim(); }};
  return {
      "trajectory",
      1,
      {
          choice("context", "haar", {"haar", "unitary", "orthogonal", "restricted"})
              .says("W; unitary and restricted: complex"),
          integer("dim", 3).between(1, 100).says("dimension d; even for orthogonal contexts"),
          real("mu", 50.0)
              .between(1, 1e9)
              .says("restricted: W turns by at most 2 pi/mu")
              .used_where("context", "restricted"),
          integer("length", 30).between(1, 1e5).says("states s_1 ... s_T"),
          seed("seed of W"),
      },
      {
          {"norm_drift", "largest | |s_t| - 1 |", {}},
          {"sequence", "s_t; unitary, restricted: real, then imaginary parts", {position, coordinate}},
      },
  };
}

/// Largest distance of a state's norm from 1.
double norm_drift(const Sequences& s) {
  const Eigen::Map<const Eigen::MatrixXd> states(s.values.data(), s.dim, s.length);
  return (states.colwise().norm().array() - 1).abs().maxCoeff();
}

class TrajectoryTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema = make_schema();
    return schema;
  }
  std::string summary() const override { return "sequences s_{t+1} = W s_t themselves; trains nothing"; }
  std::vector<Values> examples() const override { return {values("length", 10)}; }

  void validate(const Config& c) const override {
    if (c.text("context") == "orthogonal" && c.integer("dim") % 2 != 0)
      throw Error(
          ErrorKind::config,
          fmt::format("dim = {}: orthogonal contexts turn pairs of coordinates, use an even dim", c.integer("dim")));
  }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const double d = s.contexts.dim, coordinates = s.contexts.real_dim(), T = s.length;
    const double draw = s.contexts.kind == ContextKind::haar ? 8 * d * d * d / 3 + 2 * d * d * T : 25 * coordinates * T;
    return {draw + 2 * coordinates * T, 1, 1e7 + 8 * (2 * coordinates * T + 4 * d * d)};
  }

  std::string flop_formula() const override {
    return "FLOP of trajectory, D coordinates per state: 8d^3/3 to draw W and 2d^2 per state\n"
           "if it is haar, otherwise 25D per state for its angles; 2D per state for norms.";
  }

  void run(const Config& config, Context& context) const override {
    const Settings s(config);
    context.tick({0, 1, 0, 0});
    Sequences sequence = s.draw();
    const double drift = norm_drift(sequence);
    context.put("norm_drift", drift);
    context.put("sequence", std::move(sequence.values));
    context.tick({1, 1, 1, drift});
  }
};

}  // namespace
}  // namespace trajectory

const Task& trajectory_task() {
  static const trajectory::TrajectoryTask task;
  return task;
}

}  // namespace icsweep
