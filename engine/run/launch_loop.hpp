// Rank 0's side of a launch: drives the state of the launch with messages of ranks, and trains too
// (docs/background/decisions.md, pull model).
#pragma once

#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

#include "engine/cluster/comm.hpp"
#include "engine/cluster/watchdog.hpp"
#include "engine/fleet/reception.hpp"
#include "engine/progress/progress.hpp"
#include "engine/launch/launch_state.hpp"
#include "engine/worker/runner.hpp"

namespace icsweep {

/// The objects that rank 0 uses in a launch. All must outlive the loop.
struct LaunchDesk {
  const Comm& comm;
  RowWriter& store;
  const StorePlan& plan;
  ProgressBoard& board;
  Lease& lease;
  const StopFlag& stop;
  Watchdog& watchdog;
  Reception* reception = nullptr;  ///< of launches that join; nullptr: none can
};

/// A tick of rank 0's own experiment serves the messages of other ranks between two steps. During a longer step a
/// thread serves them every few milliseconds. Tick and thread take turns: only one at a time uses the store, MPI and
/// this object.
class LaunchLoop {
 public:
  /// state: its jobs are in the order of desk.plan, and none has started.
  LaunchLoop(const LaunchDesk& desk, LaunchState state, const RunnerSettings& settings);

  /// Returns when every job has ended or the launch should stop, and every worker has written its rows and said
  /// goodbye. If an experiment hangs, here or on another rank, every rank ends at once with exit_crashed, since a task
  /// can be left only at its ticks. The next launch finds the lease and runs each experiment in its own process.
  void run();
  const Scheduler& scheduler() const { return state_.scheduler; }
  /// The messages of the failed experiments, each once.
  const std::set<std::string>& failures() const { return heard_.failures; }
  /// Why a program did not start, if that stopped the launch.
  const std::string& unstarted() const { return heard_.unstarted; }
  /// Seconds for handing out experiments and recording outcomes, including those of this rank.
  double seconds_serving() const { return std::chrono::duration<double>(serving_).count(); }

 private:
  /// Facts from the messages of ranks, each kept once.
  struct Heard {
    std::set<std::string> failures{}, unable{};
    std::string no_host{}, unstarted{};
    std::map<Rank, double> saved{};                               // the time of the last checkpoint, by rank
    std::map<std::pair<std::string, std::string>, Host> hosts{};  // by guest and name
  };

  double now();
  void serve();
  void serve_meanwhile(const std::stop_token& stop);
  void work();
  void hear(const Message& message);
  void hear_guest(const Message& message);
  void hear(Rank rank, const WorkerMessage& message);
  Host host_of_guest(Rank rank, const std::string& name);
  void look_for_hosts();
  Replies answer(Rank rank, const WorkerMessage& message);
  void obey(const Replies& replies);
  void tell(Rank rank, const reply::Start& start);
  void tell(Rank rank, const reply::Join& join);
  void tell(Rank rank, const reply::Drop& drop);
  void tell(Rank rank, const reply::Pause& pause);
  void tell(Rank rank, const reply::Team& team);
  void tell(Rank rank, const reply::Leave&);
  void tell(Rank rank, const reply::Hang&);
  Replies complete(Rank rank, const JobResult& result, const std::string& message);
  Replies give_back(Rank rank, const JobResult& result, const std::string& message);
  void note_guests();
  void see_guests_out();
  void note_checkpoint(Rank rank, const Progress& progress);
  void own_tick(const Progress& progress);
  const Job& job_of(Rank rank) const;
  std::string hangs(Rank rank) const;
  void expect_tick();

  const LaunchDesk desk_;
  LaunchState state_;
  RunnerSettings settings_;
  Heard heard_;
  std::chrono::steady_clock::duration serving_{};
  std::chrono::steady_clock::time_point reported_{};  // the last tick of rank 0's own experiment
  std::exception_ptr failure_;                        // the exception of serve() in the thread
  std::mutex turn_;
  Leading leading_;
  Runner runner_;
  std::optional<reply::Start> own_;  // the next work of rank 0
  std::size_t reported_rungs_ = 0;   // of rank 0's experiment, which runs on
};

}  // namespace icsweep
