#include "engine/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>

#include "engine/result_row.hpp"
#include "io/text_columns.hpp"
#include "io/lease.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

constexpr std::chrono::seconds commit_every(1);
constexpr int longest_message = 200;  // columns of what the coordinator is told; the row has all of it

volatile std::sig_atomic_t stop_flag = 0;

/// Not a std::exception, so that no task takes it for its own.
struct Broken {
  std::string reason;
};

/// Thrown through a task when its time is up; not a std::exception either.
struct TimedOut {};

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class TickingContext : public Context {
 public:
  TickingContext(StoreWriter& store, const Runner::OnTick& on_tick, double time_limit)
      : store_(store), on_tick_(on_tick), time_limit_(time_limit) {}

 protected:
  /// What fails here is ours, not the experiment's: it must pass through the task.
  void on_tick(const Progress& progress) override {
    try {
      store_.commit(commit_every);
      on_tick_(progress);
    } catch (const std::exception& e) {
      throw Broken{e.what()};
    }
    if (stop_requested()) throw Interrupted{};
    if (time_limit_ > 0 && since(begin_) > time_limit_) throw TimedOut{};
  }

 private:
  StoreWriter& store_;
  const Runner::OnTick& on_tick_;
  double time_limit_;
  Clock::time_point begin_ = Clock::now();
};

/// The weights that the task put, checked against what it says of them: the store has room for just that.
std::vector<float> checked_weights(const Task& task, const Assignment& a, const Context& context) {
  const std::vector<float>& weights = context.weights();
  if (!weights.empty() && std::int64_t(weights.size()) != weight_count(task.weights(a.config)))
    throw Error(ErrorKind::numeric, "task " + a.task + " gave its weights in another size than declared");
  return weights;
}

/// How one run of an experiment ended.
struct Attempt {
  Outcome outcome = Outcome::done;
  std::string message;
  Row row;
  std::vector<float> weights;
};

/// Pending if it was interrupted. What was put before a run diverged or its time was up is kept.
Attempt attempt(const Task& task, const Assignment& a, TickingContext& context) {
  const auto ended = [&](Outcome outcome, const std::string& message, const Results& results) {
    return Attempt{outcome, message, make_row(task.schema(), a, results), {}};
  };
  try {
    task.run(a.config, context);
    return {Outcome::done, "", make_row(task.schema(), a, context.results()), checked_weights(task, a, context)};
  } catch (const Interrupted&) {
    return {Outcome::pending, "", {}, {}};
  } catch (const Broken& e) {
    throw Error(ErrorKind::store, e.reason);
  } catch (const TimedOut&) {
    return ended(Outcome::timed_out, fmt::format("stopped at its time_limit of {:g} s", a.time_limit),
                 context.results());
  } catch (const Diverged& e) {
    return ended(Outcome::diverged, e.what(), context.results());
  } catch (const std::bad_alloc&) {
    return ended(Outcome::failed, "out of memory", {});
  } catch (const std::exception& e) {
    return ended(Outcome::failed, e.what(), {});
  }
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

}  // namespace

void stop_on_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) std::signal(signal, [](int) { stop_flag = 1; });
}

bool stop_requested() {
  return stop_flag != 0;
}

Outcome Runner::run(const Assignment& a) {
  const Task& task = find_task(a.task);
  Attempt last;
  int runs = 0;
  Clock::time_point begin;
  do {
    begin = Clock::now();
    TickingContext context(store_, on_tick_, a.time_limit);
    last = attempt(task, a, context);
    if (last.outcome == Outcome::pending) return last.outcome;
  } while (last.outcome == Outcome::failed && runs++ < a.retries);
  Row& row = last.row;
  row["message"] = one_line(last.message);
  message_ = cut(printable(last.message), longest_message);
  row["seconds"] = since(begin);
  row["finished"] = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  row["host"] = host_name();
  row["level"] = std::string(instruction_set_level());
  row["rank"] = std::int64_t(rank_);
  row["attempts"] = a.attempts + 1 + std::min(runs, a.retries);
  row["result_version"] = std::int64_t(task.schema().result_version);
  store_.write(a.task, a.row, std::move(row), last.outcome, last.weights);
  store_.commit(commit_every);  // a task that ends before its first tick must not leave that to the next one
  return last.outcome;
}

}  // namespace icsweep
