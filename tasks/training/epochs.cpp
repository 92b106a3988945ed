#include "tasks/training/epochs.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "tasks/random.hpp"
#include "tasks/training/loss_curve.hpp"
#include "tasks/training/stability.hpp"

namespace icsweep {
namespace {

/// Computes the order of the sequences in an epoch, counted from 1.
void shuffle_for(const Epochs& e, long epoch, std::vector<int>& order) {
  RandomStream random(e.seed, Purpose::shuffle, std::uint64_t(epoch));
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, random);
}

template <class Curve>
class EpochLoop {
 public:
  EpochLoop(const Epochs& e, const Trainee& trainee, Context& context)
      : e_(e),
        trainee_(trainee),
        context_(context),
        curve_(e.epochs),
        norms_(e.epochs),
        order_(e.sequences),
        progress_{0, e.steps(), 0, 0} {}

  void run() {
    context_.resumable(
        [this](Archive& archive) {
          archive(progress_, curve_, norms_, jumps_, sum_, norm_sum_, stopped_);
          trainee_.state(archive);
        },
        [this] { loop(); }, [this] { return so_far(); });
    curve_.put(context_, "epoch", "loss");
    norms_.put(context_, "epoch", "grad_norm");
    context_.put("jumps", jumps_.count());
  }

 private:
  void loop() {
    if (progress_.step % e_.batches() > 0) shuffle_for(e_, epoch(), order_);
    context_.tick(progress_);
    while (progress_.step < progress_.steps && !stopped_) {
      const int batch = int(progress_.step % e_.batches());
      if (batch == 0) begin_epoch();
      step(batch);
      if (progress_.step % e_.batches() == 0) end_epoch(int(progress_.step / e_.batches()));
      context_.tick(progress_);
    }
  }

  Results so_far() const {
    Results results = curve_.so_far("epoch", "loss");
    results.merge(norms_.so_far("epoch", "grad_norm"));
    if (trainee_.so_far) results.merge(trainee_.so_far());
    return results;
  }

  long epoch() const { return progress_.step / e_.batches() + 1; }

  void begin_epoch() {
    shuffle_for(e_, epoch(), order_);
    sum_ = norm_sum_ = 0;
  }

  void step(int batch) {
    const int begin = batch * e_.batch, size = std::min(e_.batch, e_.sequences - begin);
    progress_.loss = trainee_.step(std::span<const int>(order_).subspan(begin, size));
    if (!std::isfinite(progress_.loss))
      throw Diverged(fmt::format("loss is {} at step {}", progress_.loss, progress_.step + 1));
    if (progress_.step++ == 0) context_.put("initial_loss", progress_.loss);
    progress_.sequences += size;
    sum_ += progress_.loss * size;
    norm_sum_ += trainee_.gradient_norm();
    jumps_.add(progress_.loss);
  }

  void end_epoch(int epoch) {
    curve_.add(epoch, sum_ / e_.sequences);
    norms_.add(epoch, norm_sum_ / double(e_.batches()));
    context_.put("epochs_run", epoch);
    context_.put("train_mse", sum_ / e_.sequences);
    stopped_ = trainee_.after_epoch && !trainee_.after_epoch(epoch);
  }

  const Epochs& e_;
  const Trainee& trainee_;
  Context& context_;
  Curve curve_, norms_;
  Jumps jumps_;
  std::vector<int> order_;
  Progress progress_;
  double sum_ = 0, norm_sum_ = 0;  // of the epoch's losses and gradients' norms
  bool stopped_ = false;
};

}  // namespace

void train_epochs(const Epochs& e, const Trainee& trainee, Context& context) {
  if (trainee.after_epoch) EpochLoop<OpenLossCurve>(e, trainee, context).run();
  else EpochLoop<LossCurve>(e, trainee, context).run();
}

std::vector<Output> epoch_outputs() {
  const Dimension checkpoint = epoch_dimension();
  return {
      {"train_mse", "mean squared training error, last epoch", {}},
      {"initial_loss", "training loss of the first batch", {}},
      {"epochs_run", "epochs done", {}},
      {"epoch", "epoch of each checkpoint", {checkpoint}},
      {"loss", "mean training loss over that epoch", {checkpoint}},
  };
}

Dimension epoch_dimension() {
  return {"checkpoint", [](const Config& c) { return LossCurve::size(c.integer("epochs")); }};
}

void validate_batch(const Config& c) {
  if (c.integer("batch") > c.integer("sequences"))
    throw Error(ErrorKind::config, fmt::format("batch = {}: more than sequences = {}, use at most that many",
                                               c.integer("batch"), c.integer("sequences")));
}

}  // namespace icsweep
