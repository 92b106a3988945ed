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

/// Called at every tick and poll of an experiment; should be cheap.
using OnTick = std::function<void(const Progress&)>;

/// Called with the results along training of an experiment that goes on; with none for one that begins.
using OnSoFar = std::function<void(const Results&)>;

/// What on_tick, or another thread meanwhile, wants of the experiment.
struct Wishes {
  std::atomic<bool> pause = false;  ///< taken when it is granted
  std::atomic<int> threads = 0;     ///< 0: as many as before
  Leading* leading = nullptr;       ///< other ranks that share it; nullptr: there are never any
};

/// How a run of an experiment ended.
struct Attempt {
  Outcome outcome = Outcome::pending;  ///< pending: it was interrupted, or has come to the rung until which it runs
  std::string message;                 ///< why the outcome is not done
  std::string level{};                 ///< instruction-set level that computed it, "mixed" if several did
  double seconds = 0;                  ///< run time over all launches
  double core_seconds = 0;             ///< and of all threads
  Results results{};                   ///< all if done; those along training if diverged, timed out or pruned
  std::vector<float> weights{};
  std::vector<double> rungs{};  ///< its search's metric at the rungs that it has passed

  void state(Archive& archive);
};

/// Runs an experiment once, after `failures` failed runs. A task's exception is the experiment's failure; an exception
/// of on_tick or of saving is the program's and is thrown as an Error. The time limit counts the seconds of earlier
/// launches too. When `stop` is set, the experiment is saved and interrupted; at its time limit it is saved and ends.
/// on_so_far is called when it begins, when it goes on, and with each state that is saved. on_tick may change
/// `*wishes`. To pause, the experiment is saved and interrupted at its next tick that has a state, but not before it
/// has made a step, so that experiments that take turns all come to an end; it goes on if it never has a state, or
/// cannot be saved. At the rung until which the assignment runs it is saved and interrupted, whether it can be saved or
/// not, or ends as pruned with its results along training up to that rung, without a run if that is none. With a search
/// a failed experiment keeps those too.
Attempt attempt(const Assignment& assignment, int failures, CheckpointSaver& saver, const StopFlag& stop,
                const OnTick& on_tick, const OnSoFar& on_so_far = {}, Wishes* wishes = nullptr);

}  // namespace icsweep
