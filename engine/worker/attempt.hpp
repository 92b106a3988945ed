// One run of an experiment in this process, from its beginning or from a checkpoint.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "engine/cluster/stop_signal.hpp"
#include "engine/worker/checkpoint_saver.hpp"
#include "engine/worker/leading.hpp"

namespace icsweep {

/// Called at every tick and poll of an experiment. It should take little time.
using OnTick = std::function<void(const Progress&)>;

/// Called with the results along training of an experiment that resumes, and without results for one that starts.
using OnSoFar = std::function<void(const Results&)>;

/// Requests to the experiment from on_tick or from another thread.
struct Wishes {
  std::atomic<bool> pause = false;  ///< cleared when it is granted
  std::atomic<int> threads = 0;     ///< 0: no change
  Leading* leading = nullptr;       ///< other ranks that share it; nullptr: never any
};

/// The end of a run of an experiment.
struct Attempt {
  Outcome outcome = Outcome::pending;  ///< pending: interrupted, or has reached its last rung
  std::string message{};               ///< the reason if the outcome is not done
  std::string level{};                 ///< instruction-set level that computed it, "mixed" if several did
  double seconds = 0;                  ///< run time in seconds over all launches
  double core_seconds = 0;             ///< the same, summed over threads
  Results results{};                   ///< all if done; those along training if diverged, timed out or pruned
  std::vector<float> weights{};
  std::vector<double> rungs{};  ///< the search's metric at the rungs it has passed
  double memory = 0;            ///< bytes of its program; 0: not measured
  bool unstarted = false;       ///< failed since its program has never started on this rank

  void state(Archive& archive);
};

/// Runs an experiment once, after `failures` failed runs.
///
/// A task's exception is the experiment's failure. An exception of on_tick or of saving is icsweep's and is thrown as
/// an Error. The time limit includes the seconds of earlier launches. on_so_far is called when the experiment starts,
/// when it resumes, and with each saved state. on_tick may change `*wishes`.
///
/// Interruptions: When `stop` is set, the experiment is saved and interrupted. At its time limit it is saved and ends.
/// To pause, it is saved and interrupted at its next tick with a state, but only after it has made a step, so that
/// experiments that take turns all reach their end. It continues if it never has a state or cannot be saved. At the
/// last rung of its assignment it is saved (if possible) and interrupted. If it cannot be saved, its results there are
/// kept, so that it can be pruned without another run. If its stint runs on, it is judged at its reports and ends
/// beyond that rung; this end is kept until the search decides. If it is pruned there, it ends with its results along
/// training up to that rung; with no rung it ends without a run. In a search, a failed experiment keeps these results
/// too.
Attempt attempt(const Assignment& assignment, int failures, CheckpointSaver& saver, const StopFlag& stop,
                const OnTick& on_tick, const OnSoFar& on_so_far = {}, Wishes* wishes = nullptr);

}  // namespace icsweep
