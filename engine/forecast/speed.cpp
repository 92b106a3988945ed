#include "engine/forecast/speed.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/cluster/teams.hpp"
#include "engine/forecast/allocations.hpp"
#include "io/base/statistics.hpp"
#include "models/kernels/fma_peak.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct SpeedKnown {};

class TimingContext : public Context {
 public:
  TimingContext(double flop_per_sequence, double seconds, int threads)
      : flop_(flop_per_sequence), slice_(seconds / 10) {
    set_threads(threads);
    peak_gflops();
  }

  void on_tick(const Progress& progress) override {
    const auto allocations = allocations_ended();
    allocated_ += double(allocations.value_or(0));
    counted_ = allocations.has_value();
    look_at(progress);
    count_allocations();
  }

  Speed speed() {
    allocations_ended();
    if (rates_.empty()) add(double(last_) / std::max(1e-9, since(start_)));  // the run ended within the first slice
    Speed s{median(rates_),  median(rates_) * flop_ / 1e9, median(peaks_),
            median(shares_), median(loaded_peaks_),        median(loaded_shares_)};
    if (counted_ && !allocations_.empty()) s.allocations_per_step = median(allocations_);
    return s;
  }

 private:
  void look_at(const Progress& progress) {
    if (progress.step == 0) start_ = Clock::now();
    last_ = progress.sequences;
    if (progress.step == 0 || since(begin_) < (rates_.empty() && !warm_ ? slice_ / 2 : slice_)) {
      if (progress.step == 0) restart(progress);
      return;
    }
    if (warm_) {
      add(double(progress.sequences - first_) / since(begin_));
      allocations_.push_back(allocated_ / double(progress.step - first_step_));
    }
    warm_ = true;
    if (rates_.size() >= 10 || (!rates_.empty() && since(start_) > 20 * slice_)) throw SpeedKnown{};
    restart(progress);
  }

  void add(double rate) {
    rates_.push_back(rate);
    peaks_.push_back(peak_gflops());
    loaded_peaks_.push_back(loaded_gflops());
    shares_.push_back(rate * flop_ / 1e9 / peaks_.back() / threads());
    loaded_shares_.push_back(rate * flop_ / 1e9 / loaded_peaks_.back() / threads());
  }
  void restart(const Progress& progress) {
    first_ = progress.sequences;
    first_step_ = progress.step;
    allocated_ = 0;
    begin_ = Clock::now();
  }

  double flop_, slice_;
  bool warm_ = false, counted_ = false;
  long first_ = 0, first_step_ = 0, last_ = 0;
  double allocated_ = 0;  // in this slice
  Clock::time_point begin_ = Clock::now(), start_ = begin_;
  std::vector<double> rates_, peaks_, shares_, loaded_peaks_, loaded_shares_, allocations_;
};

/// Takes the best of three runs: an interruption only makes a loop slower.
double best_gflops(double (*loop)(long, float*), long rounds) {
  static float sink = 0;
  double best = 0;
  for (int run = 0; run < 3; ++run) {
    const auto begin = Clock::now();
    const double flop = loop(rounds, &sink);
    best = std::max(best, flop / since(begin) / 1e9);
  }
  return best;
}

}  // namespace

double peak_gflops() {
  return best_gflops(fma_peak_loop, 100'000);
}

double loaded_gflops() {
  return best_gflops(fma_loaded_loop, 1500);
}

Speed measure_speed(const Task& task, const Config& config, double seconds, int threads) {
  const Cost cost = task.cost(config);
  TimingContext context(cost.training_flop / cost.sequences, seconds, threads);
  unbind_for(threads);
  try {
    task.run(config, context);
  } catch (const SpeedKnown&) {
  } catch (const Diverged&) {  // the slices timed before are valid
  }
  return context.speed();
}

}  // namespace icsweep
