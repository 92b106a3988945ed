#include "engine/worker/attempt.hpp"

#include <fmt/format.h>

#include <utility>

#include "engine/cluster/teams.hpp"
#include "engine/worker/kept_attempt.hpp"
#include "engine/worker/ticking_context.hpp"
#include "io/base/decimal.hpp"
#include "tasks/not_started.hpp"

namespace icsweep {
namespace {

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

/// An end after the rung at which the search decides is pruned, or kept until the decision.
Attempt judged(const Assignment& a, TickingContext& context, Attempt end) {
  const bool is_after = a.stint.until && end.rungs.size() > a.stint.until->value();
  if (!is_after || end.outcome == Outcome::pending) return end;
  if (end.outcome == Outcome::timed_out && !a.stint.runs_on) return end;  // it has a checkpoint
  if (a.stint.pruned_at) return pruned(a, std::move(end));
  context.keep_end(end);
  return {.outcome = Outcome::pending, .rungs = std::move(end.rungs)};
}

Attempt run(const Assignment& a, TickingContext& context) {
  if (int(a.allotment.processors.size()) < a.threads) unbind_for(a.threads);
  else bind_to(a.allotment.processors);
  const Schema& schema = a.task->schema();
  const auto ended = [&](Outcome outcome, const std::string& message, const Results& results) {
    return Attempt{outcome,
                   without_nan_signs(message),
                   context.level(),
                   context.seconds(),
                   context.core_seconds(),
                   checked_results(schema, a, results),
                   {},
                   context.rungs(),
                   context.memory()};
  };
  const auto results_kept = [&] { return a.rungs ? along_training(schema, context.results()) : Results{}; };
  try {
    a.task->run(a.config, context);
    Attempt done = ended(Outcome::done, "", context.results());
    done.weights = checked_weights(a, context);
    if (const auto curve = a.rungs ? done.results.find(a.rungs->metric) : done.results.end();
        curve != done.results.end())
      done.rungs = a.task->has_own_process() ? a.rungs->values(curve->second, a.rungs->count(), context.last_step())
                                             : a.rungs->values(curve->second, a.rungs->count());
    return done;
  } catch (const Interrupted&) {
    return ended(Outcome::pending, "", {});
  } catch (const Broken& e) {
    e.rethrow();
  } catch (const TimedOut&) {
    return ended(Outcome::timed_out, fmt::format("stopped at its time_limit of {:g} s", a.time_limit),
                 along_training(schema, context.results()));
  } catch (const Diverged& e) {
    return ended(Outcome::diverged, e.what(), along_training(schema, context.results()));
  } catch (const Pruned&) {
    return ended(Outcome::pruned, "", along_training(schema, context.results()));
  } catch (const NotStarted& e) {
    Attempt end = ended(Outcome::failed, e.what(), {});
    end.unstarted = true;
    return end;
  } catch (const std::bad_alloc&) {
    return ended(Outcome::failed, "out of memory", results_kept());
  } catch (const std::exception& e) {
    return ended(Outcome::failed, e.what(), results_kept());
  }
}

Attempt attempted(const Assignment& a, int failures, CheckpointSaver& saver, const StopFlag& stop,
                  const OnTick& on_tick, const OnSoFar& on_so_far, Wishes* wishes) {
  try {
    const auto checkpoint = saver.find(a, failures);
    if (checkpoint && !checkpoint->head.kept.empty()) {
      if (auto end = ended_before(a, *checkpoint, on_tick)) return std::move(*end);
    } else if (checkpoint) {
      TickingContext context(a, failures, saver, stop, on_tick, on_so_far, wishes);
      context.go_on_from(*checkpoint);
      return judged(a, context, run(a, context));
    }
  } catch (const StaleState&) {  // the checkpoint does not fit, so start again
  }
  TickingContext context(a, failures, saver, stop, on_tick, on_so_far, wishes);
  context.begin();
  return judged(a, context, run(a, context));
}

}  // namespace

void Attempt::state(Archive& archive) {
  archive(outcome, message, level, seconds, core_seconds, results, weights, rungs, memory, unstarted);
}

Attempt attempt(const Assignment& a, int failures, CheckpointSaver& saver, const StopFlag& stop, const OnTick& on_tick,
                const OnSoFar& on_so_far, Wishes* wishes) {
  if (a.stint.pruned_at && !a.stint.until) return {Outcome::pruned, pruned_text(a, {})};
  Attempt result = attempted(a, failures, saver, stop, on_tick, on_so_far, wishes);
  if (wishes && wishes->leading) wishes->leading->end();
  return result;
}

}  // namespace icsweep
