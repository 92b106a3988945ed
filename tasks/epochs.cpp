#include "tasks/epochs.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "tasks/loss_curve.hpp"
#include "tasks/random.hpp"

namespace icsweep {
namespace {

using Step = std::function<double(std::span<const int>)>;

template <class Curve>
void run(const Epochs& e, const Step& step, const AfterEpoch& after_epoch, Context& context) {
  Curve curve(e.epochs);
  std::vector<int> order(e.sequences);
  Progress progress{0, e.steps(), 0, 0};
  context.tick(progress);
  for (int epoch = 1; epoch <= e.epochs; ++epoch) {
    RandomStream random(e.seed, Purpose::shuffle, std::uint64_t(epoch));
    std::iota(order.begin(), order.end(), 0);
    shuffle(order, random);
    double sum = 0;
    for (int begin = 0; begin < e.sequences; begin += e.batch) {
      const int size = std::min(e.batch, e.sequences - begin);
      progress.loss = step(std::span<const int>(order).subspan(begin, size));
      if (!std::isfinite(progress.loss))
        throw Diverged(fmt::format("loss is {} at step {}", progress.loss, progress.step + 1));
      if (progress.step++ == 0) context.put("initial_loss", progress.loss);
      progress.sequences += size;
      sum += progress.loss * size;
      context.tick(progress);
    }
    curve.add(epoch, sum / e.sequences);
    context.put("epochs_run", epoch);
    context.put("train_mse", sum / e.sequences);
    if (!after_epoch(epoch)) break;
  }
  curve.put(context, "epoch", "loss");
}

}  // namespace

void train_epochs(const Epochs& e, const Step& step, Context& context) {
  run<LossCurve>(
      e, step, [](int) { return true; }, context);
}

void train_epochs(const Epochs& e, const Step& step, const AfterEpoch& after_epoch, Context& context) {
  run<OpenLossCurve>(e, step, after_epoch, context);
}

std::vector<Output> epoch_outputs() {
  const Dimension checkpoint{"checkpoint", [](const Config& c) { return LossCurve::size(c.integer("epochs")); }};
  return {
      {"train_mse", "mean squared training error, last epoch", {}},
      {"initial_loss", "training loss of the first batch", {}},
      {"epochs_run", "epochs done", {}},
      {"epoch", "epoch of each checkpoint", {checkpoint}},
      {"loss", "mean training loss over that epoch", {checkpoint}},
  };
}

void validate_batch(const Config& c) {
  if (c.integer("batch") > c.integer("sequences"))
    throw Error(ErrorKind::config, fmt::format("batch = {}: more than sequences = {}, use at most that many",
                                               c.integer("batch"), c.integer("sequences")));
}

}  // namespace icsweep
