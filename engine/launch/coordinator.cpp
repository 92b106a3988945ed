#include "engine/launch/coordinator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "engine/cluster/exit_status.hpp"
#include "engine/planning/checkpoint_index.hpp"
#include "io/say.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// During a step; a look takes about 30 µs, most of it in the kernel. Cluster::look_every is the simulation's.
constexpr auto serve_every = 10ms;
constexpr std::size_t least_after_crash = 8;  // experiments that stay isolated after one has crashed

double running_now() {
  return std::chrono::duration<double>(RunningClock::now().time_since_epoch()).count();
}

/// Adds its lifetime to a sum.
class Timed {
 public:
  explicit Timed(Clock::duration& sum) : sum_(sum) {}
  ~Timed() { sum_ += Clock::now() - begin_; }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Clock::duration& sum_;
  Clock::time_point begin_ = Clock::now();
};

/// uninterruptible: seconds by job, or empty.
std::vector<SchedulerJob> scheduler_jobs(const std::vector<Job>& jobs, const std::vector<double>& uninterruptible) {
  std::vector<SchedulerJob> result;
  for (const auto& job : jobs)
    result.push_back({.cost = remaining_cost(job),
                      .begun = !job.checkpoint.empty(),
                      .uninterruptible_seconds = uninterruptible.empty() ? 0 : uninterruptible[result.size()]});
  return result;
}

}  // namespace

Coordinator::Coordinator(const Comm& comm, RowWriter& store, const StorePlan& plan, ProgressBoard& board, Lease& lease,
                         const RunnerSettings& settings, const StopFlag& stop, Watchdog& watchdog, CoreAllotment cores,
                         MemberAllotment members, const std::vector<double>& uninterruptible,
                         std::unique_ptr<SchedulingPolicy> policy)
    : comm_(comm),
      jobs_(plan.jobs),
      board_(board),
      lease_(lease),
      store_(store),
      scheduler_(scheduler_jobs(plan.jobs, uninterruptible), plan.found[std::size_t(Outcome::done)] > 0,
                 std::move(policy)),
      settings_(settings),
      suspects_(settings.suspects),
      stop_(stop),
      watchdog_(watchdog),
      cores_(std::move(cores)),
      members_(std::move(members)),
      liveness_(settings.hang_after),
      leading_(BlockChannel(comm, {}, &turn_)),
      runner_(
          store, 0, settings, stop, [this](const Progress& progress) { own_tick(progress); }, &turn_, &leading_) {
  for (std::size_t job = 0; job < jobs_.size(); ++job) cores_.wait(scheduler_.cost(job));
}

std::optional<Assignment> Coordinator::next(int rank) {
  if (!cores_.takes_jobs(rank)) return std::nullopt;
  if (cores_.should_lend(rank)) return lend(rank);
  const auto job = scheduler_.assign(rank, stop_.seconds_left(), cores_.passed_over(rank));
  if (!job) return lend(rank);
  board_.began(rank, *job);
  const Job& taken = jobs_[*job];
  const double done = std::min(0.999, taken.share_done());
  const Cost cost = taken.experiment->task->cost(taken.experiment->config);
  cores_.begin(rank, scheduler_.cost(*job) / (1 - done), done, cost.threads);
  members_.begin(rank, cost.threads, cost.shared_bytes);
  share_cores();
  board_.set_team(rank, cores_.threads(rank));
  const Stint stint = scheduler_.stint(rank);
  isolate(rank, *taken.experiment->task);
  const auto& [experiment, row, attempts, again, checkpoint, begun] = taken;
  return Assignment{.task = experiment->task,
                    .identity = experiment->identity,
                    .config = experiment->config,
                    .row = row,
                    .attempts = attempts,
                    .time_limit = experiment->settings.time_limit,
                    .retries = experiment->settings.retries,
                    .failures = begun.failures,
                    .checkpoint = checkpoint,
                    .threads = cores_.threads(rank),
                    .rungs = experiment->rungs,
                    .bracket = experiment->bracket,
                    .until = stint.until,
                    .pruned_at = stint.pruned_at,
                    .at_risk = stint.at_risk,
                    .isolated = isolated_.contains(rank)};
}

/// After a crash the first experiments run in processes of their own: what was in flight then is among them, since the
/// scheduler hands out begun experiments first and the others in the same order. Each that crashes adds twice as many,
/// since crashes seldom come alone. A program is a process already.
void Coordinator::isolate(int rank, const Task& task) {
  isolated_.erase(rank);
  if (!settings_.subprocess || task.has_own_process() || handed_out_ >= suspects_) return;
  ++handed_out_;
  isolated_.insert(rank);
}

/// The message if this rank, or its experiment, hangs.
std::string Coordinator::hangs(int rank) const {
  const auto job = scheduler_.in_flight().find(rank);
  if (job == scheduler_.in_flight().end())
    return fmt::format("rank {} has not been heard of for {:g} s; the launch ends, the same command goes on", rank,
                       settings_.hang_after);
  const Experiment& e = *jobs_[job->second].experiment;
  const std::string label = e.varying->empty() ? "" : " (" + e.label() + ")";
  return fmt::format(
      "{} {}{} hangs on rank {}: no tick for {:g} s; the launch ends, the same command goes on with each experiment in "
      "a process of its own",
      e.task->schema().task, e.identity.substr(0, 8), label, rank, settings_.hang_after);
}

std::optional<std::string> Coordinator::answer(int rank, const WorkerMessage& message) {
  liveness_.heard(rank, RunningClock::now());
  note_checkpoint(rank, message.progress);
  switch (message.kind) {
    case MessageKind::request:
      members_.left(rank);
      return answer_request(rank);
    case MessageKind::progress:
      book_progress(rank, message.progress);
      if (pauses(rank, message.progress)) return to_message(Order{.identity = identity(rank), .pause = true});
      break;
    case MessageKind::finished:
      board_.update(rank, message.progress);
      complete(rank, message.outcome, message.message, message.rungs);
      break;
    case MessageKind::released:
      board_.update(rank, message.progress);
      give_back(rank, message.rungs);
      break;
    case MessageKind::prepared:
      members_.prepared(rank);
      break;
    case MessageKind::follows:
      break;
    case MessageKind::unable:
      if (told_unable_.insert(message.message).second)
        say(stderr, "rank {} cannot take part: {}\n", rank, message.message);
      members_.unable(rank);
      break;
    case MessageKind::goodbye:
      if (kept_.erase(rank) > 0) give_back(rank, {});
      members_.left(rank);
      liveness_.forget(rank);
      ++goodbyes_;
      break;
  }
  return std::nullopt;
}

std::optional<std::string> Coordinator::answer_request(int rank) {
  if (const auto kept = kept_.extract(rank)) return to_message(kept.mapped());
  if (const auto assignment = next(rank)) return to_message(*assignment);
  const bool waits = cores_.takes_jobs(rank) && scheduler_.waits_for_results();
  const bool may_help = members_.is_possible() && !scheduler_.stopped() && !scheduler_.finished();
  if (!waits && !may_help) return to_message(Assignment{});
  waiting_ranks_.insert(rank);
  liveness_.forget(rank);  // it says nothing until it is answered
  return std::nullopt;
}

/// Answers the ranks for which there is work by now, or none any more.
void Coordinator::answer_waiting() {
  if (!(std::exchange(news_, false) || scheduler_.stopped())) return;
  for (const int rank : std::exchange(waiting_ranks_, {}))
    if (const auto reply = answer_request(rank)) {
      liveness_.heard(rank, RunningClock::now());
      comm_.send(rank, *reply);
    }
  recall_members();
}

void Coordinator::complete(int rank, Outcome outcome, const std::string& message, const std::vector<double>& rungs) {
  news_ = true;
  board_.ended(rank, *jobs_[scheduler_.in_flight().at(rank)].experiment, outcome, message);
  if (outcome == Outcome::failed) failures_.insert(message);
  if (outcome == Outcome::crashed && suspects_ < jobs_.size())
    suspects_ = handed_out_ + std::max(least_after_crash, 2 * settings_.suspects);
  scheduler_.complete(rank, outcome, rungs);
  cores_.end(rank);
  members_.end(rank);
}

void Coordinator::give_back(int rank, const std::vector<double>& rungs) {
  news_ = true;
  board_.gave_back(rank, scheduler_.in_flight().at(rank));
  scheduler_.give_back(rank, rungs);
  cores_.give_back(rank);
  members_.end(rank);
}

bool Coordinator::pauses(int rank, const Progress& progress) {
  return !isolated_.contains(rank) && scheduler_.pauses(rank, progress);
}

void Coordinator::book_progress(int rank, const Progress& progress) {
  board_.update(rank, progress);
  if (progress.steps == 0) return;
  cores_.update(rank, double(progress.step) / double(progress.steps));
  if (members_.is_possible()) members_.update(rank, progress.step, progress.steps, cores_.threads(rank), running_now());
}

const std::string& Coordinator::identity(int rank) const {
  return jobs_[scheduler_.in_flight().at(rank)].experiment->identity;
}

void Coordinator::note_checkpoint(int rank, const Progress& progress) {
  if (progress.saved > 0 && std::exchange(noted_[rank], progress.saved) != progress.saved)
    store_.note_checkpoint({rank, progress.saved});
}

/// A tick of rank 0's own experiment.
void Coordinator::own_tick(const Progress& progress) {
  book_progress(0, progress);
  note_checkpoint(0, progress);
  expect_tick();
  serve();
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - reported_).count() < settings_.report_every) return;
  reported_ = now;
  if (pauses(0, progress)) runner_.pause();
}

/// Arms the watchdog for rank 0's own experiment; the runner watches one in a subprocess.
void Coordinator::expect_tick() {
  if (isolated_.contains(0)) return watchdog_.expect_no_tick();
  watchdog_.expect_tick_within(settings_.hang_after, exit_crashed, [this] { return hangs(0); });
}

void Coordinator::serve() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  const Timed timed(serving_);
  if (stop_.is_set()) scheduler_.stop();
  while (const auto message = comm_.poll())
    if (const auto reply = answer(message->from, worker_message(message->text))) comm_.send(message->from, *reply);
  answer_waiting();
  if (const auto rank = liveness_.hanging(RunningClock::now())) {
    say(stderr, "{}\n", hangs(*rank));
    comm_.abort(exit_crashed);
  }
  share_cores();
  board_.show(scheduler_, lease_);
}

/// A step of a wide model takes tenths of a second, in which the others would wait.
void Coordinator::serve_meanwhile(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::this_thread::sleep_for(serve_every);
    const std::unique_lock turn(turn_, std::try_to_lock);  // a tick serves otherwise
    if (!turn || failure_) continue;
    try {
      serve();
    } catch (const std::exception&) {
      failure_ = std::current_exception();  // the next tick throws it
    }
  }
}

std::optional<Assignment> Coordinator::own_next() {
  const Timed timed(serving_);
  return next(0);
}

/// Runs rank 0's own experiments, one after the other.
void Coordinator::work() {
  while (const auto assignment = own_next()) {
    expect_tick();
    const Outcome outcome = runner_.run(*assignment);
    watchdog_.expect_no_tick();
    book_own(outcome);
    serve();
  }
}

void Coordinator::book_own(Outcome outcome) {
  const Timed timed(serving_);
  if (outcome != Outcome::pending) return complete(0, outcome, runner_.message(), runner_.rungs());
  give_back(0, runner_.rungs());
}

void Coordinator::run() {
  const std::unique_lock turn(turn_);
  std::jthread server;
  if (comm_.size() > 1 && comm_.takes_turns() &&
      !(settings_.subprocess && suspects_ >= jobs_.size()))  // else ticks come every millisecond
    server = std::jthread([this](const std::stop_token& stop) { serve_meanwhile(stop); });
  for (int rank = 1; rank < comm_.size(); ++rank) liveness_.heard(rank, RunningClock::now());
  while (goodbyes_ + 1 < comm_.size() || !scheduler_.finished()) {
    work();
    serve();
    store_.commit(1s);
    store_.expect_own();
    std::this_thread::sleep_for(200us);
  }
  store_.commit(0s);
}

}  // namespace icsweep
