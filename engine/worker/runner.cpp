#include "engine/worker/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <chrono>
#include <utility>

#include "engine/ledger/version.hpp"
#include "engine/worker/subprocess.hpp"
#include "engine/worker/result_row.hpp"
#include "io/store/lease.hpp"
#include "io/store/running_clock.hpp"
#include "io/base/text_columns.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr auto commit_every = 1s;
constexpr int longest_message = 200;  // columns of the message to the coordinator; the row has the whole message

/// The metric as the store has it: infinity in place of NaN. In the store, NaN means that an experiment did not reach
/// the rung.
double metric_there(double metric) {
  return std::isnan(metric) ? HUGE_VAL : metric;
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

/// Releases `turn` during the lifetime of this object.
class Given {
 public:
  explicit Given(std::mutex* turn) : turn_(turn) {
    if (turn_) turn_->unlock();
  }
  ~Given() {
    if (turn_) turn_->lock();
  }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;

 private:
  std::mutex* turn_;
};

}  // namespace

/// Before a checkpoint. A rank that was given up must not replace the file of its successor. The parent of an
/// experiment's own process checks in its place.
void Runner::expect_own() {
  if (::getpid() != process_) return;
  const auto turn = turn_ ? std::unique_lock(*turn_) : std::unique_lock<std::mutex>();
  store_.expect_own();
}

Attempt Runner::attempt_once(const Assignment& a, int failures) {
  const Given given(turn_);
  last_ = {};
  const OnTick on_tick = [this](const Progress& progress) {
    const auto turn = turn_ ? std::unique_lock(*turn_) : std::unique_lock<std::mutex>();
    store_.commit(commit_every);
    store_.expect_own();
    last_ = progress;
    on_tick_(progress);
  };
  const OnSoFar on_so_far = [&](const Results& results) {
    const auto turn = turn_ ? std::unique_lock(*turn_) : std::unique_lock<std::mutex>();
    if (a.rungs) so_far_ = results;
    if (a.stint.runs_on) note_rungs(a);
    store_.write_so_far(a.task->schema().task, a.row, make_row(a.task->schema(), a, results));
  };
  if (!a.isolated) return attempt(a, failures, saver_, stop_, on_tick, on_so_far, &wishes_);
  const auto run = [&](const OnTick& tell, const OnSoFar& tell_so_far) {
    return attempt(a, failures, saver_, stop_, tell, tell_so_far);
  };
  return run_in_subprocess(run, stop_, on_tick, settings_.hang_after, on_so_far);
}

/// Reads the metric at the rungs from the last results along training.
void Runner::note_rungs(const Assignment& a) {
  const auto curve = a.rungs ? so_far_.find(a.rungs->metric) : so_far_.end();
  if (curve != so_far_.end()) rungs_ = a.rungs->values(curve->second);
}

Outcome Runner::run(const Assignment& a) {
  const auto begin = RunningClock::now();
  wishes_.pause = false;
  wishes_.threads = 0;
  so_far_ = {}, rungs_ = {}, message_ = {};
  int failures = saver_.failures(a);
  Attempt last = attempt_once(a, failures);
  if (last.unstarted && !std::exchange(has_excused_, true)) {
    message_ = one_line(last.message);
    return Outcome::pending;
  }
  while (last.outcome == Outcome::failed && failures++ < a.retries) last = attempt_once(a, failures);
  rungs_ = std::move(last.rungs);
  if (last.outcome == Outcome::pending || a.stint.at_risk) return Outcome::pending;
  if (last.outcome == Outcome::crashed) {  // its process could not report these
    last.level = instruction_set_level();
    last.seconds = last.core_seconds = running_seconds_since(begin);
    note_rungs(a);
    last.results = std::move(so_far_);
  }
  message_ = cut(printable(last.message), longest_message);
  const Outcome outcome = last.outcome;
  write(a, std::move(last), std::min(failures, a.retries));
  return outcome;
}

void Runner::write(const Assignment& a, Attempt last, int failures) {
  const Schema& schema = a.task->schema();
  Row row = make_row(schema, a, last.results);
  row["message"] = one_line(last.message);
  row["seconds"] = last.seconds;
  row["core_seconds"] = last.core_seconds;
  row["program_memory"] = last.memory > 0 ? last.memory : std::nan("");
  row["finished"] = seconds_since_1970();
  row["host"] = host_name();
  row["level"] = last.level;
  row["build"] = build_hash();
  row["last_step"] = std::int64_t(last_.step);
  row["last_loss"] = last_.step > 0 ? last_.loss : std::nan("");
  row["launch"] = settings_.launch;
  row["rank"] = std::int64_t(rank_.value());
  row["attempts"] = a.attempts + 1 + failures;
  if (last.outcome == Outcome::pruned) {
    row[rung_column] = std::int64_t(a.stint.pruned_at->value()) + 1;
    row[rung_metric_column] =
        a.stint.until == a.stint.pruned_at ? metric_there(rungs_.at(a.stint.until->value())) : std::nan("");
  }
  row["result_version"] = std::int64_t(schema.result_version_of(a.config));
  const Outcome outcome = last.outcome;
  store_.write(schema.task, a.row, std::move(row), outcome, last.weights);
  const bool saved = saver_.holds(a);
  store_.commit(saved ? 0s : commit_every);  // the next task may end before its first tick, which would commit
  if (saved) saver_.remove(a, outcome);
}

}  // namespace icsweep
