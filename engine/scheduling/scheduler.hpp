// The scheduler: who runs what next. A pure state machine, driven by events; it knows no MPI, no store and no clock.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "io/store/table.hpp"

namespace icsweep {

class Scheduler {
 public:
  /// Jobs 0 … costs.size()−1 with their predicted work. Those that have been begun are handed out first: however often
  /// a sweep is stopped, there are never more of them than ranks. Otherwise the costliest comes first (ties: the lower
  /// number), so that the end of a sweep is made of small pieces.
  /// `some_done`: experiments of the sweep have ended well before. `begun`: by job; empty: none. `seconds`: by job,
  /// what it needs because it cannot be interrupted; empty: none is so.
  explicit Scheduler(std::vector<double> costs, bool some_done = false, const std::vector<bool>& begun = {},
                     std::vector<double> seconds = {});

  /// `rank` asks for work, `seconds_left` before the launch stops. Nothing if there is none left that fits, which stops
  /// the rest too, or after stop(). Throws std::logic_error if the rank still has a job.
  std::optional<std::size_t> assign(int rank, double seconds_left = std::numeric_limits<double>::infinity());
  /// The rank's job ended with a final outcome. Throws std::logic_error if the rank has no job.
  void complete(int rank, Outcome outcome);
  /// The rank's job was interrupted and is to do again.
  void give_back(int rank);
  /// Hand out nothing more; what is in flight may end.
  void stop() { stopped_ = true; }

  /// Stopped because the first ones to end all failed, and none had ended well before: their cause is the sweep, or
  /// the machine, and would meet every other experiment too.
  static constexpr std::size_t first_few = 5;
  bool hopeless() const { return hopeless_; }

  /// Nothing is in flight and nothing will be handed out.
  bool finished() const { return in_flight_.empty() && (stopped_ || queue_.empty()); }
  bool stopped() const { return stopped_; }
  const std::map<int, std::size_t>& in_flight() const { return in_flight_; }
  std::size_t total() const { return costs_.size(); }
  std::size_t waiting() const { return queue_.size(); }
  const std::vector<std::size_t>& waiting_jobs() const { return queue_; }
  std::size_t count(Outcome outcome) const { return counts_[std::size_t(outcome)]; }
  std::size_t completed() const { return total() - waiting() - in_flight_.size(); }
  double completed_cost() const { return completed_cost_; }
  double total_cost() const;
  /// How many of those that wait cannot be interrupted and need more seconds than any rank that asked has had.
  std::size_t too_long() const;
  double cost(std::size_t job) const { return costs_[job]; }

 private:
  std::size_t take(int rank);

  std::vector<double> costs_, seconds_;
  std::vector<std::size_t> queue_;  // cheapest first: handed out from the back
  std::map<int, std::size_t> in_flight_;
  std::array<std::size_t, outcome_count> counts_{};
  double completed_cost_ = 0, most_left_ = 0;
  bool stopped_ = false, some_done_, hopeless_ = false;
};

}  // namespace icsweep
