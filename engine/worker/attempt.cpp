#include "engine/worker/attempt.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "engine/cluster/teams.hpp"
#include "engine/ledger/version.hpp"
#include "io/base/decimal.hpp"
#include "io/store/heartbeat.hpp"
#include "io/store/running_clock.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

// None of these is a std::exception, so no task catches one as its own.
struct Interrupted {};
struct TimedOut {};
struct Pruned {};
struct Broken {
  std::string reason;
};

/// The results along training. Other results of an unfinished run would look like final ones.
Results along_training(const Schema& schema, const Results& results) {
  Results kept;
  for (const auto& [name, values] : results) {
    const Output* output = schema.find_output(name);
    std::vector<std::string> dimensions;
    for (const auto& d : output ? output->dimensions : std::vector<Dimension>{}) dimensions.push_back(d.name);
    if (is_along_training(dimensions)) kept.emplace(name, values);
  }
  return kept;
}

/// Removes all values after that checkpoint.
void cut_after(std::int64_t checkpoint, const Schema& schema, const Config& config, Results& results) {
  for (auto& [name, values] : results) {
    const Output* output = schema.find_output(name);
    const auto checkpoints = output ? std::size_t(output->dimensions[0].size(config)) : 0;
    if (checkpoints == 0) continue;
    const std::size_t end = values.size() / checkpoints * std::size_t(checkpoint + 1);
    for (std::size_t i = end; i < values.size(); ++i) values[i] = std::nan("");
  }
}

class TickingContext : public Context {
 public:
  TickingContext(const Assignment& a, int failures, CheckpointSaver& saver, const StopFlag& stop, const OnTick& on_tick,
                 const OnSoFar& on_so_far, Wishes* wishes)
      : schema_(a.task->schema()),
        rungs_(a.rungs.get()),
        until_(a.stint.until),
        prunes_(a.stint.pruned_at),
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
  }

  void begin() {
    if (on_so_far_) on_so_far_({});
  }
  /// Throws StaleState.
  void go_on_from(const Checkpoint& checkpoint) {
    restore(checkpoint.state);
    untold_ = true;
    before_ = checkpoint.head.seconds;
    core_before_ = checkpoint.head.core_seconds;
    saved_step_ = checkpoint.head.step;
    if (checkpoint.head.level != head_.level) head_.level = "mixed";
  }
  const std::string& level() const { return head_.level; }
  const std::vector<double>& rungs() const { return head_.rungs; }
  double seconds() const { return before_ + running_seconds_since(begin_); }
  double core_seconds() const { return core_before_ + processors_ * running_seconds_since(shared_); }

 protected:
  /// An exception here is icsweep's error, not the experiment's, so it must pass through the task.
  void on_tick(const Progress& told) override {
    const Progress progress = with_saving(told);
    const bool stop = stop_.is_set();
    bool late = false, paused = false, at_rung = false;
    try {
      look_on_(progress);
      take_threads();
      // A resumed experiment has the curves of its checkpoint only inside its loop.
      late = time_limit_ > 0 && (!untold_ || is_in_loop()) && seconds() > time_limit_;
      at_rung = pass_rungs(progress);
      if (late && !stop) save(progress, {});  // its row gets the curves
      else if (at_rung && !stop) stop_at_rung(progress);
      else if (!stop && pauses(progress)) paused = save(progress, [this] { tell(); });
      else if (stop || (saver_.due() && !is_between_ticks())) save(progress, [this] { tell(); });
      else if (untold_ && is_in_loop()) tell();
    } catch (const std::exception& e) {
      throw Broken{e.what()};
    }
    if (at_rung && prunes_ && !stop && !late) throw Pruned{};
    if (stop || paused || (at_rung && !late)) throw Interrupted{};
    if (late) throw TimedOut{};
    if (wishes_ && wishes_->leading) lead(progress);
  }

 private:
  /// Records the metric at the rungs passed so far. Returns true if the experiment has reached its last rung.
  bool pass_rungs(const Progress& progress) {
    if (!rungs_ || !is_in_loop() || is_between_ticks()) return false;
    const std::size_t passed = rungs_->passed(progress.step, progress.steps);
    if (passed > head_.rungs.size()) head_.rungs = rungs_->values(results_so_far().at(rungs_->metric), passed);
    return until_ && passed > until_->value();
  }
  /// A checkpoint of the same step serves as well.
  void stop_at_rung(const Progress& progress) {
    const auto tell_row = [this] { tell(); };
    if (saved_step_ == progress.step) tell_row();
    else if (prunes_) save(progress, {});
    else save(progress, tell_row);
  }
  /// True if a pause is requested and the loop has made a step since its last tick or poll; then its state differs
  /// from the initial one. Clears the request.
  bool pauses(const Progress& progress) {
    if (!is_in_loop()) return false;
    const bool stepped = last_step_ && *last_step_ != progress.step;
    last_step_ = progress.step;
    return stepped && wishes_ && wishes_->pause.exchange(false);
  }
  void take_threads() {
    const int wish = wishes_ ? wishes_->threads.load() : 0;
    if (wish == 0 || wish == threads()) return;
    set_threads(wish);
    unbind_for(wish);
    count_processors();
  }
  /// Members join and leave between two steps. An experiment that waits within a step ticks again.
  void lead(const Progress& progress) {
    Leading& leading = *wishes_->leading;
    if (is_in_loop() && (is_between_ticks() || std::exchange(led_step_, progress.step) == progress.step)) return;
    try {
      if (is_in_loop()) leading.between_steps([this] { return snapshot(); });
      else leading.end();
    } catch (const std::exception& e) {
      throw Broken{e.what()};
    }
    set_members(leading.has_members() ? &leading : nullptr);
    count_processors();
  }
  void count_processors() {
    const int now = threads() + (members() ? wishes_->leading->others_threads() : 0);
    if (now == processors_) return;
    core_before_ = core_seconds();
    shared_ = RunningClock::now();
    processors_ = now;
  }
  bool save(const Progress& progress, const std::function<void()>& also) {
    head_.step = progress.step;
    head_.steps = progress.steps;
    head_.sequences = progress.sequences;
    head_.seconds = seconds();
    head_.core_seconds = core_seconds();
    if (!saver_.save(head_, *this, also)) return false;
    saved_ = seconds_since_1970();
    look_on_(with_saving(progress));  // there may be no other tick
    return true;
  }
  Progress with_saving(Progress progress) const {
    progress.saved = saved_;
    return progress;
  }
  void tell() {
    untold_ = false;
    if (on_so_far_) on_so_far_(along_training(schema_, results_so_far()));
  }

  const Schema& schema_;
  const Rungs* rungs_;
  std::optional<RungIndex> until_;
  bool prunes_;
  std::optional<long> saved_step_{};  // step of the checkpoint from which it resumed
  double time_limit_, before_ = 0, core_before_ = 0, saved_ = 0;
  CheckpointSaver& saver_;
  const StopFlag& stop_;
  const OnTick& look_on_;
  const OnSoFar& on_so_far_;
  Wishes* wishes_;
  std::optional<long> last_step_{};  // inside its loop
  int processors_ = 1;               // including those of members
  long led_step_ = -1;               // the last step before which members could change
  bool untold_ = false;              // on_so_far_ has not heard that it was resumed
  CheckpointHead head_;
  RunningClock::time_point begin_ = RunningClock::now(),
                           shared_ = begin_;  // shared_: begin of the current number of threads
};

/// Checks that every result is declared and has its declared size.
const Results& checked_results(const Schema& schema, const Assignment& a, const Results& results) {
  for (const auto& [name, values] : results) {
    const Output* output = schema.find_output(name);
    if (!output) throw Error(ErrorKind::numeric, "task " + schema.task + " gave an undeclared result " + name);
    std::size_t size = 1;
    for (const auto& d : output->dimensions) size *= std::size_t(d.size(a.config));
    if (values.size() != size)
      throw Error(ErrorKind::numeric, "task " + schema.task + " gave " + name + " in another size than declared");
  }
  return results;
}

/// The weights of the task. Their number must be the declared one, for which the store has space.
const std::vector<float>& checked_weights(const Assignment& a, const Context& context) {
  const std::vector<float>& weights = context.weights();
  if (!weights.empty() && std::int64_t(weights.size()) != weight_count(a.task->weights(a.config)))
    throw Error(ErrorKind::numeric,
                "task " + a.task->schema().task + " gave its weights in another size than declared");
  return weights;
}

/// rungs: the metric at the rungs that it has passed.
std::string pruned_text(const Assignment& a, const std::vector<double>& rungs) {
  const Rungs& r = *a.rungs;
  const std::size_t rung = a.stint.pruned_at->value();
  const std::string place =
      fmt::format("at rung {} of {}, {} {} of {}", rung + 1, r.count() + 1, r.resource, r.at[rung], r.of);
  if (a.stint.until < a.stint.pruned_at) return "its setting left the race without it " + place;
  return fmt::format("not among the best {}: {} {:.6g}", place, r.metric, rungs[rung]);
}

Attempt run(const Assignment& a, TickingContext& context) {
  unbind_for(a.threads);
  const Schema& schema = a.task->schema();
  const auto ended = [&](Outcome outcome, const std::string& message, const Results& results) {
    return Attempt{outcome,
                   without_nan_signs(message),
                   context.level(),
                   context.seconds(),
                   context.core_seconds(),
                   checked_results(schema, a, results),
                   {},
                   context.rungs()};
  };
  const auto results_kept = [&] { return a.rungs ? along_training(schema, context.results()) : Results{}; };
  try {
    a.task->run(a.config, context);
    Attempt done = ended(Outcome::done, "", context.results());
    done.weights = checked_weights(a, context);
    return done;
  } catch (const Interrupted&) {
    return ended(Outcome::pending, "", {});
  } catch (const Broken& e) {
    throw Error(ErrorKind::store, e.reason);
  } catch (const TimedOut&) {
    return ended(Outcome::timed_out, fmt::format("stopped at its time_limit of {:g} s", a.time_limit),
                 along_training(schema, context.results()));
  } catch (const Diverged& e) {
    return ended(Outcome::diverged, e.what(), along_training(schema, context.results()));
  } catch (const Pruned&) {
    Results results = along_training(schema, context.results());
    cut_after(a.rungs->checkpoint[a.stint.until->value()], schema, a.config, results);
    return ended(Outcome::pruned, pruned_text(a, context.rungs()), results);
  } catch (const std::bad_alloc&) {
    return ended(Outcome::failed, "out of memory", results_kept());
  } catch (const std::exception& e) {
    return ended(Outcome::failed, e.what(), results_kept());
  }
}

Attempt attempted(const Assignment& a, int failures, CheckpointSaver& saver, const StopFlag& stop,
                  const OnTick& on_tick, const OnSoFar& on_so_far, Wishes* wishes) {
  try {
    if (const auto checkpoint = saver.find(a, failures)) {
      TickingContext context(a, failures, saver, stop, on_tick, on_so_far, wishes);
      context.go_on_from(*checkpoint);
      return run(a, context);
    }
  } catch (const StaleState&) {  // the checkpoint does not fit, so start again
  }
  TickingContext context(a, failures, saver, stop, on_tick, on_so_far, wishes);
  context.begin();
  return run(a, context);
}

}  // namespace

void Attempt::state(Archive& archive) {
  archive(outcome, message, level, seconds, core_seconds, results, weights, rungs);
}

Attempt attempt(const Assignment& a, int failures, CheckpointSaver& saver, const StopFlag& stop, const OnTick& on_tick,
                const OnSoFar& on_so_far, Wishes* wishes) {
  if (a.stint.pruned_at && !a.stint.until) return {Outcome::pruned, pruned_text(a, {})};
  Attempt result = attempted(a, failures, saver, stop, on_tick, on_so_far, wishes);
  if (wishes && wishes->leading) wishes->leading->end();
  return result;
}

}  // namespace icsweep
