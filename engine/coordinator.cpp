#include "engine/coordinator.hpp"

#include <thread>

#include "engine/calibration.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::vector<double> costs_of(const std::vector<Job>& jobs) {
  std::vector<double> costs;
  for (const auto& job : jobs) costs.push_back(predicted_cost(*job.experiment->task, job.experiment->config));
  return costs;
}

}  // namespace

Coordinator::Coordinator(const Communicator& communicator, StoreWriter& store, const StorePlan& plan,
                         ProgressBoard& board, Lease& lease)
    : communicator_(communicator),
      jobs_(plan.jobs),
      board_(board),
      lease_(lease),
      store_(store),
      scheduler_(costs_of(plan.jobs), plan.found[std::size_t(Outcome::done)] > 0),
      runner_(store, 0, [this](const Progress& progress) {
        board_.update(0, progress);
        serve();
      }) {}

std::optional<Assignment> Coordinator::next(int rank) {
  const auto job = scheduler_.assign(rank);
  if (!job) return std::nullopt;
  const auto& [experiment, row, attempts] = jobs_[*job];
  return Assignment{experiment->task->schema().task, experiment->identity,        experiment->config, row, attempts,
                    experiment->settings.time_limit, experiment->settings.retries};
}

std::optional<std::string> Coordinator::answer(int rank, const WorkerMessage& message) {
  switch (message.report) {
    case Report::request:
      return to_message(next(rank).value_or(Assignment{}));
    case Report::progress:
      board_.update(rank, message.progress);
      break;
    case Report::finished:
      board_.update(rank, message.progress);
      complete(rank, message.outcome, message.message);
      break;
    case Report::released:
      board_.ended(rank);
      scheduler_.give_back(rank);
      break;
    case Report::goodbye:
      ++goodbyes_;
      break;
  }
  return std::nullopt;
}

void Coordinator::complete(int rank, Outcome outcome, const std::string& message) {
  board_.ended(rank, *jobs_[scheduler_.in_flight().at(rank)].experiment, outcome, message);
  if (outcome == Outcome::failed) failures_.insert(message);
  scheduler_.complete(rank, outcome);
}

void Coordinator::serve() {
  if (stop_requested()) scheduler_.stop();
  while (const auto message = communicator_.poll())
    if (const auto reply = answer(message->from, worker_message(message->text)))
      communicator_.send(message->from, *reply);
  board_.show(scheduler_, lease_);
  store_.expect_in_place();
}

/// Rank 0's own experiments, one after the other.
void Coordinator::work() {
  while (const auto assignment = next(0)) {
    const Outcome outcome = runner_.run(*assignment);
    if (outcome == Outcome::pending) {
      board_.ended(0);
      scheduler_.give_back(0);
    } else {
      complete(0, outcome, runner_.message());
    }
    serve();
  }
}

void Coordinator::run() {
  while (goodbyes_ + 1 < communicator_.size() || !scheduler_.finished()) {
    work();
    serve();
    store_.commit(1s);
    std::this_thread::sleep_for(200us);
  }
  store_.commit();
}

void run_worker(const Communicator& communicator, StoreWriter& store) {
  WorkerMessage message;
  auto last = Clock::now();
  Runner runner(store, communicator.rank(), [&](const Progress& progress) {
    message.progress = progress;
    if (Clock::now() - last < 500ms) return;
    last = Clock::now();
    message.report = Report::progress;
    communicator.send(0, to_message(message));
  });
  const auto say = [&](Report report) {
    message.report = report;
    communicator.send(0, to_message(message));
  };
  while (!stop_requested()) {
    say(Report::request);
    const Assignment work = assignment(communicator.wait().text);
    if (work.task.empty()) break;
    message.progress = {};
    message.outcome = runner.run(work);
    message.message = runner.message();
    say(message.outcome == Outcome::pending ? Report::released : Report::finished);
  }
  store.commit();
  say(Report::goodbye);
}

}  // namespace icsweep
