#include "engine/worker/ticking_context.hpp"

#include <fmt/format.h>

#include <utility>

#include "engine/cluster/teams.hpp"
#include "engine/ledger/version.hpp"
#include "engine/worker/kept_attempt.hpp"
#include "io/store/given_up.hpp"
#include "io/store/heartbeat.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {

void Broken::rethrow() const {
  try {
    std::rethrow_exception(cause);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    throw Error(ErrorKind::store, e.what());
  }
}

TickingContext::TickingContext(const Assignment& a, int failures, CheckpointSaver& saver, const StopFlag& stop,
                               const OnTick& on_tick, const OnSoFar& on_so_far, Wishes* wishes)
    : schema_(a.task->schema()),
      rungs_(a.rungs ? &*a.rungs : nullptr),
      stint_(a.stint),
      time_limit_(a.time_limit),
      saver_(saver),
      stop_(stop),
      look_on_(on_tick),
      on_so_far_(on_so_far),
      wishes_(wishes),
      head_{.task = schema_.task,
            .identity = a.identity,
            .program = checkpoint_program(),
            .level = instruction_set_level(),
            .result_version = schema_.result_version_of(a.config),
            .failures = failures} {
  if (rungs_) head_.search = rungs_->text();
  saver.begin();
  set_threads(processors_ = a.threads);
  set_allotment(a.allotment);
}

void TickingContext::go_on_from(const Checkpoint& checkpoint) {
  restore(checkpoint.state);
  untold_ = true;
  before_ = checkpoint.head.seconds;
  core_before_ = checkpoint.head.core_seconds;
  saved_step_ = checkpoint.head.step;
  if (checkpoint.head.level != head_.level) head_.level = "mixed";
}

void TickingContext::on_tick(const Progress& reported) {
  const Progress progress = last_ = with_saving(reported);
  const bool stop = stop_.is_set();
  bool late = false, paused = false, at_rung = false;
  try {
    look_on_(progress);
    take_threads();
    // A resumed experiment has the curves of its checkpoint only inside its loop.
    late = time_limit_ > 0 && (!untold_ || is_in_loop()) && seconds() > time_limit_;
    const std::size_t passed = pass_rungs(progress);
    at_rung = stint_.until && !stint_.runs_on && passed > stint_.until->value();
    if (late && !stop) save(progress, {});  // its row gets the curves
    else if (at_rung && !stop) stop_at_rung(progress);
    else if (!stop && pauses(progress)) paused = stint_.runs_on || save(progress, [this] { tell(); });
    else if (stop || (saver_.due() && !is_between_ticks())) save(progress, [this] { tell(); });
    else if (untold_ && is_in_loop()) tell();
  } catch (const GivenUp&) {
    throw Broken{std::current_exception()};
  } catch (const LeaseLost&) {
    if (is_in_loop() && !is_between_ticks()) note(progress), saver_.leave(head_, *this);
    throw Broken{std::current_exception()};
  } catch (const std::exception&) {
    throw Broken{std::current_exception()};
  }
  if (!lacking_.empty()) throw std::runtime_error(lacking_);
  if (at_rung && stint_.pruned_at && !stop && !late) throw Pruned{};
  if (stop || paused || (at_rung && !late)) throw Interrupted{};
  if (late) throw TimedOut{};
  if (wishes_ && wishes_->leading) lead(progress);
}

/// Records the metric at the rungs passed so far, and returns their number.
std::size_t TickingContext::pass_rungs(const Progress& progress) {
  if (!rungs_ || !is_in_loop() || is_between_ticks()) return 0;
  const std::size_t passed = rungs_->passed(progress.step, progress.steps);
  if (passed <= head_.rungs.size()) return passed;
  const Results results = results_so_far();
  const auto curve = results.find(rungs_->metric);
  if (curve == results.end()) {
    lacking_ = fmt::format("reported no {} by step {} of {}, where its search compares it", rungs_->metric,
                           progress.step, progress.steps);
    return 0;
  }
  head_.rungs = rungs_->values(curve->second, passed);
  at_rungs_.resize(passed, progress);
  if (stint_.runs_on) keep_rungs(progress), tell();
  return passed;
}

/// A checkpoint of the same step serves as well.
void TickingContext::stop_at_rung(const Progress& progress) {
  const auto tell_row = [this] { tell(); };
  if (saved_step_ == progress.step) return tell_row();
  if (stint_.pruned_at) save(progress, {});
  else if (!save(progress, tell_row)) keep_rungs(progress);
}

/// True if a pause is requested and the loop has made a step since its last tick or poll; then its state differs
/// from the initial one. Clears the request.
bool TickingContext::pauses(const Progress& progress) {
  if (!is_in_loop()) return false;
  const bool stepped = last_step_ && *last_step_ != progress.step;
  last_step_ = progress.step;
  return stepped && wishes_ && wishes_->pause.exchange(false);
}

void TickingContext::take_threads() {
  const int wish = wishes_ ? wishes_->threads.load() : 0;
  if (wish == 0 || wish == threads()) return;
  set_threads(wish);
  unbind_for(wish);
  count_processors();
}

/// Members join and leave between two steps. An experiment that waits within a step ticks again.
void TickingContext::lead(const Progress& progress) {
  Leading& leading = *wishes_->leading;
  if (is_in_loop() && (is_between_ticks() || std::exchange(led_step_, progress.step) == progress.step)) return;
  try {
    if (is_in_loop()) leading.between_steps([this] { return snapshot(); });
    else leading.end();
  } catch (const std::exception&) {
    throw Broken{std::current_exception()};
  }
  set_members(leading.has_members() ? &leading : nullptr);
  count_processors();
}

void TickingContext::count_processors() {
  const int now = threads() + (members() ? wishes_->leading->others_threads() : 0);
  if (now == processors_) return;
  core_before_ = core_seconds();
  shared_ = RunningClock::now();
  processors_ = now;
}

/// Notes the progress in the head of the next checkpoint.
void TickingContext::note(const Progress& progress) {
  head_.step = progress.step;
  head_.steps = progress.steps;
  head_.sequences = progress.sequences;
  head_.seconds = seconds();
  head_.core_seconds = core_seconds();
}

bool TickingContext::save(const Progress& progress, const std::function<void()>& also) {
  note(progress);
  if (!saver_.save(head_, *this, also)) return false;
  saved_ = seconds_since_1970();
  look_on_(with_saving(progress));  // there may be no other tick
  return true;
}

/// Keeps the results at a rung of an experiment that cannot be saved.
void TickingContext::keep_rungs(const Progress& progress) {
  note(progress);
  const KeptAttempt kept{at_rungs_,
                         progress,
                         {.level = level(),
                          .seconds = seconds(),
                          .core_seconds = core_seconds(),
                          .results = along_training(schema_, results_so_far()),
                          .rungs = rungs()}};
  keep(saver_, head_, kept, kept_rungs);
}

void TickingContext::keep_end(const Attempt& end) {
  note(last_);
  head_.rungs = end.rungs;
  at_rungs_.resize(end.rungs.size(), last_);
  keep(saver_, head_, {at_rungs_, last_, end}, kept_end);
}

void TickingContext::tell() {
  untold_ = false;
  if (on_so_far_) on_so_far_(along_training(schema_, results_so_far()));
}

}  // namespace icsweep
