// Messages between ranks: JSON texts of a few hundred bytes. Reading a text that is not a message, or has a value that
// no rank sends, throws Error(mpi).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sweep/rungs.hpp"
#include "io/base/shared.hpp"
#include "io/store/table.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// Sent by rank 0 to the other ranks when it has prepared the launch.
struct LaunchTerms {
  int epoch = 1;                           ///< epoch of the launch
  std::int64_t number = 0;                 ///< number of the launch in the store; 0 if it has nothing to do
  bool subprocess = false;                 ///< experiments may run in their own processes
  double walltime = 0;                     ///< seconds from now after which the launch stops; may be infinite
  std::string lease_holder{};              ///< the text that identifies the launch's lease
  std::vector<std::string> definitions{};  ///< definitions of the tasks in the sweep file
  std::string guest{};                     ///< name of this launch as a guest in the lease; empty: it leads
  int first_rank = 0;                      ///< number of the guest's rank 0
};

/// Coordinator to worker: run this experiment and write this row, or share it with the rank that runs it.
struct Assignment {
  const Task* task = nullptr;  ///< nullptr: there is no more work
  std::string identity;
  Config config;
  RowIndex row{};
  std::int64_t attempts = 0;     ///< earlier runs that ended
  double time_limit = 0;         ///< seconds per run, 0 for none
  int retries = 0;               ///< further runs if it fails
  int failures = 0;              ///< failed runs before the one that wrote the checkpoint
  std::string checkpoint{};      ///< file of an earlier launch from which it can resume, or empty
  int threads = 1;               ///< threads that the experiment may use at first
  Shared<Rungs> rungs{};         ///< rungs of its sweep's search; false without a search
  Stint stint{};                 ///< the rung until which it runs
  bool isolated = false;         ///< it runs in its own process, since it may crash
  std::optional<Rank> leader{};  ///< the rank that runs it already
  Allotment allotment{};
};

/// Coordinator to worker, during an experiment. It may arrive after the experiment has ended; then it is ignored.
struct Order {
  std::string identity{};  ///< identity of the experiment
  bool pause = false;      ///< pause; for a rank that shares it and has not joined: do not join
  int threads = 0;         ///< threads from the next step on; 0: no change
  /// With threads: ranks of other hosts that share it from one of the next steps on, and their threads.
  std::map<Rank, int> members{};
};

/// The kinds of messages from worker to coordinator.
enum class MessageKind {
  request,   ///< it has nothing to do
  progress,  ///< progress of its experiment, about twice per second; an Order may follow
  finished,  ///< its experiment ended and its row is written
  released,  ///< its experiment was interrupted, by a stop, a pause or a rung of its search
  prepared,  ///< it waits for the state of the experiment that it will share
  follows,   ///< it shares an experiment, or prepares to; about twice per second
  unable,    ///< it cannot share the experiment
  goodbye    ///< all its rows are flushed; it sends nothing more
};

struct WorkerMessage {
  MessageKind kind = MessageKind::request;
  Progress progress{};
  Outcome outcome = Outcome::pending;
  std::string message{};        ///< reason of a failure or inability: one shortened line
  std::vector<double> rungs{};  ///< the search's metric at the rungs it has passed; for progress only if it runs on
};

std::string to_message(const WorkerMessage& message);
WorkerMessage worker_message(const std::string& text);
/// The kind of a WorkerMessage, read without the rest.
MessageKind kind_in(std::string_view text);

std::string to_message(const Order& order);
/// Empty if the text is another message than an Order.
std::optional<Order> order_in(const std::string& text);

std::string to_message(const LaunchTerms& terms);
LaunchTerms launch_terms(const std::string& text);

std::string to_message(const Assignment& assignment);
/// The task of the assignment is one of `tasks`. Throws Error(config) if it is not among them.
Assignment assignment(const TaskRegistry& tasks, const std::string& text);

}  // namespace icsweep
