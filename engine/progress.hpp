// Progress of a launch: rates, time left, the line a person reads and the heartbeat another shell reads.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "engine/scheduler.hpp"
#include "engine/store_plan.hpp"
#include "io/lease.hpp"

namespace icsweep {

/// Whether a person watches standard error: it is a terminal, or mpirun, which passes it on, has one.
bool progress_has_terminal();

/// "8s", "3m05s", "2h10m", "5d03h".
std::string duration_text(double seconds);

class ProgressBoard {
 public:
  using Clock = std::chrono::steady_clock;

  /// `done_before`: planned experiments that were final at launch. `terminal`: one line rewritten in place, else a line
  /// now and then.
  ProgressBoard(const std::vector<Job>& jobs, std::size_t done_before, bool terminal);

  void update(int rank, const Progress& progress) { latest_[rank] = progress; }
  void ended(int rank);

  /// Prints and beats if it is time to; cheap otherwise.
  void show(const Scheduler& scheduler, Lease& lease);
  /// The last state of the line, and an end to it.
  void close(const Scheduler& scheduler, Lease& lease);

  /// "7/18 done  2 in flight  412k sequences/s  ETA 1m20s  [depth=3 loss 0.0123]", what fits into 79 columns; without
  /// the rate or the loss of tasks that count no sequences or have none.
  static std::string line(const Heartbeat& news);

 private:
  Heartbeat news(const Scheduler& scheduler, Clock::time_point now);
  void print(const Heartbeat& heartbeat, bool last);

  const std::vector<Job>& jobs_;
  std::size_t done_before_;
  bool terminal_;
  std::string last_line_;
  std::map<int, Progress> latest_;
  double ended_sequences_ = 0;
  Clock::time_point start_, last_beat_, last_print_;
  std::deque<std::pair<Clock::time_point, double>> window_;  // sequences seen so far, over the last seconds
};

}  // namespace icsweep
