#include "tests/system/sleeper_task.hpp"

#include <chrono>
#include <cmath>
#include <thread>

namespace icsweep {
namespace {

constexpr std::int64_t checkpoints = 27;

/// Sleeps for `steps` steps of 10 ms. If a busy machine ends a step late, the next steps are shorter. The loss falls
/// fastest at a rate of 1/2.
class SleeperTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{
        "sleeper",
        1,
        {integer("steps", 270).between(27, 1e6).says("steps of 10 ms").resource(),
         real("rate", 0.5).between(0, 1).says("how fast the loss falls"), seed("makes it another")},
        {{"loss", "at checkpoints", {{"checkpoint", [](const Config&) { return checkpoints; }}}}}};
    return schema;
  }
  Cost cost(const Config& c) const override { return {double(c.integer("steps")), 1, 1e6}; }
  std::string flop_formula() const override { return "FLOP of sleeper: one a step."; }

  void run(const Config& c, Context& context) const override {
    Progress progress{0, long(c.integer("steps")), 0, 0};
    std::vector<double> losses(std::size_t(checkpoints), std::nan(""));
    using Clock = std::chrono::steady_clock;
    auto next = Clock::now();
    const double speed = 1 - 2 * std::abs(c.real("rate") - 0.5);
    const auto loop = [&] {
      for (context.tick(progress); progress.step < progress.steps; context.tick(progress)) {
        std::this_thread::sleep_until(next += std::chrono::milliseconds(10));
        progress.loss = 1 / (1 + speed * double(++progress.step) / double(progress.steps));
        for (long i = 0; i < checkpoints; ++i)
          if (progress.step * checkpoints >= (i + 1) * progress.steps && std::isnan(losses[std::size_t(i)]))
            losses[std::size_t(i)] = progress.loss;
      }
    };
    context.resumable([&](Archive& archive) { archive(progress, losses); }, loop,
                      [&] {
                        return Results{{"loss", losses}};
                      });
    context.put("loss", losses);
  }
};

}  // namespace

const Task& sleeper_task() {
  static const SleeperTask task;
  return task;
}

}  // namespace icsweep
