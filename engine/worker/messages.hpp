// Messages between ranks: JSON texts of a few hundred bytes. Reading a text that is no message, or has a value that no
// rank can send, throws Error(mpi).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/sweep/rungs.hpp"
#include "io/store/table.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// What rank 0 tells the other ranks when it has prepared the launch.
struct LaunchTerms {
  int epoch = 1;                           ///< of the launch
  std::int64_t number = 0;                 ///< of the launch in the store; 0 if it has nothing to do
  bool subprocess = false;                 ///< experiments may run in processes of their own
  double walltime = 0;                     ///< seconds from now after which the launch stops; may be infinite
  std::string lease_holder{};              ///< the text that identifies the launch's lease
  std::vector<std::string> definitions{};  ///< of the tasks that its sweep file brings
};

/// Coordinator to worker: run this experiment and write this row; or share it with the rank that does.
struct Assignment {
  const Task* task = nullptr;  ///< nullptr: no more will come
  std::string identity;
  Config config;
  RowIndex row{};
  std::int64_t attempts = 0;             ///< earlier runs to the end
  double time_limit = 0;                 ///< seconds of a run, 0 for none
  int retries = 0;                       ///< further runs if it fails
  int failures = 0;                      ///< failed runs before the one that wrote the checkpoint
  std::string checkpoint{};              ///< file of an earlier launch from which it can go on, or empty
  int threads = 1;                       ///< threads that the experiment may use at first
  std::shared_ptr<const Rungs> rungs{};  ///< where its sweep's search looks at it; none without a search
  Stint stint{};                         ///< how far it runs by them
  bool isolated = false;                 ///< it runs in a process of its own, since it may crash
  std::optional<Rank> leader{};          ///< the rank that runs it already
};

/// Coordinator to worker, while an experiment runs. It may come late, when the experiment has ended: then it means
/// nothing.
struct Order {
  std::string identity{};  ///< of the experiment
  bool pause = false;      ///< it is to pause; of a rank that shares it: it is not to join, if it has not yet
  int threads = 0;         ///< it has so many threads from the next step on; 0: as many as before
  /// With threads: ranks of other hosts that share it from a step soon on, and their threads.
  std::map<Rank, int> members{};
};

/// What a worker tells the coordinator.
enum class MessageKind {
  request,   ///< has nothing to do
  progress,  ///< of its experiment, about twice a second; may be answered by an Order
  finished,  ///< its experiment ended and its row is written
  released,  ///< its experiment was interrupted, by a stop, a pause or a rung of its search
  prepared,  ///< it waits for the state of the experiment that it is to share
  follows,   ///< it shares an experiment, or prepares to; about twice a second
  unable,    ///< it cannot share the experiment
  goodbye    ///< all its rows are flushed; it sends nothing more
};

struct WorkerMessage {
  MessageKind kind = MessageKind::request;
  Progress progress{};
  Outcome outcome = Outcome::pending;
  std::string message{};        ///< why it failed or is unable: a line, cut short
  std::vector<double> rungs{};  ///< of finished and released: its search's metric at the rungs that it has passed
};

std::string to_message(const WorkerMessage& message);
WorkerMessage worker_message(const std::string& text);

std::string to_message(const Order& order);
/// Nothing if the text is no Order but another message.
std::optional<Order> order_in(const std::string& text);

std::string to_message(const LaunchTerms& terms);
LaunchTerms launch_terms(const std::string& text);

std::string to_message(const Assignment& assignment);
/// Its task is one of `tasks`; throws Error(config) if they lack it.
Assignment assignment(const TaskRegistry& tasks, const std::string& text);

}  // namespace icsweep
