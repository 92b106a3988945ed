#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/cluster/first_rank.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/sweep_bench.hpp"
#include "engine/forecast/workloads.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/base/statistics.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

struct BenchOptions {
  std::vector<std::int64_t> experiments;
  std::string train;  // a workload, or empty
  double seconds = 10;
  bool json = false;
};

/// Grid of one experiment that trains a workload for longer than the measurement.
std::string training_grid(const TaskRegistry& tasks, const std::string& name) {
  const auto [label, task, config] = find_workload(tasks, name);
  std::string text = fmt::format("[[grid]]\ntask = \"{}\"\n", task->schema().task);
  config.for_each([&](const std::string& parameter, const Value& value) {
    text += std::holds_alternative<std::string>(value) ? fmt::format("{} = \"{}\"\n", parameter, to_text(value))
                                                       : fmt::format("{} = {}\n", parameter, to_text(value));
  });
  return text;
}

/// Milliseconds between requests and their answers.
struct Answers {
  double p50, p99, longest;

  explicit Answers(const std::vector<double>& seconds)
      : p50(1e3 * median(seconds)), p99(1e3 * quantile(seconds, 0.99)), longest(1e3 * quantile(seconds, 1)) {}
  void add_to(nlohmann::json& json) const {
    json.update({{"answer_p50_ms", p50}, {"answer_p99_ms", p99}, {"answer_max_ms", longest}});
  }
};

std::string heading(int ranks) {
  return fmt::format("experiments that compute nothing, on {} ({})", counted(ranks, "rank"), instruction_set_level());
}

void print_header(int ranks) {
  say("{}\n", heading(ranks));
  say("{:>11} {:>7} {:>5} {:>8} {:>8} {:>7} {:>7} {:>6} {:>6} {:>6}\n", "experiments", "plan, s", "MB", "made, s",
      "run, s", "us each", "rank 0", "p50", "p99", "max");
}

constexpr const char* overhead_legend =
    "\nplan, MB: expanding the sweep, and the memory of a process that does\n"
    "made: until the store exists; run: until every row is in it; us each: of that\n"
    "rank 0: microseconds each for handing them out and booking them\n"
    "p50, p99, max: milliseconds from a rank's request to its answer\n"
    "every row was there once, with its right result and checksum\n";

nlohmann::json overhead_json(int ranks, std::int64_t experiments, const Planning& planning, const LaunchTimes& t) {
  const double each = 1e6 / double(experiments);
  nlohmann::json json{{"experiments", experiments},     {"ranks", ranks},
                      {"planning_s", planning.seconds}, {"planning_bytes", planning.bytes},
                      {"preparing_s", t.preparing},     {"running_s", t.running},
                      {"us_each", t.running * each},    {"coordinator_us_each", t.serving * each}};
  if (ranks > 1) Answers(t.answers).add_to(json);
  return json;
}

void print(int ranks, std::int64_t experiments, const Planning& planning, const LaunchTimes& t) {
  const double each = 1e6 / double(experiments);
  say("{:>11} {:>7.2f} {:>5.0f} {:>8.2f} {:>8.2f} {:>7.1f} {:>7.1f}", experiments, planning.seconds,
      planning.bytes / 1e6, t.preparing, t.running, t.running * each, t.serving * each);
  const Answers answers(t.answers);
  if (ranks > 1) say(" {:>6.2f} {:>6.2f} {:>6.1f}", answers.p50, answers.p99, answers.longest);
  say("\n");
}

void bench_sizes(const Surroundings& s, const Communicator& communicator, const BenchOptions& o,
                 const std::vector<Planning>& planning) {
  const int ranks = communicator.size();
  const bool mine = communicator.rank() == Rank(0);
  if (mine && !o.json) print_header(ranks);
  for (std::size_t i = 0; i < o.experiments.size(); ++i) {
    const std::int64_t count = o.experiments[i];
    const MeasuredLaunch m = measure_launch(s, communicator, noop_grid(count));
    if (!mine) continue;
    if (m.done != count) refuse_time(fmt::format("{} of {} rows are done", m.done, count));
    if (o.json) say("{}\n", overhead_json(ranks, count, planning[i], m.times).dump());
    else print(ranks, count, planning[i], m.times);
    std::fflush(stdout);
  }
  if (mine && !o.json) say(overhead_legend);
}

/// Measures answers while rank 0 trains: it receives the costliest experiment, which comes first. The other ranks ask
/// for experiments that compute nothing, of which there are more than they can end in the time.
void bench_answers(const Surroundings& s, const Communicator& communicator, const BenchOptions& o) {
  if (communicator.size() == 1)
    throw Error(ErrorKind::config, "bench: --train answers other ranks: mpirun -n 2 icsweep bench sweep --train ...");
  const double most = 2000 * o.seconds * (communicator.size() - 1);
  const std::string grids = training_grid(s.tasks, o.train) + noop_grid(std::int64_t(std::clamp(most, 1000.0, 9e5)));
  const MeasuredLaunch m = measure_launch(s, communicator, grids, o.seconds);
  if (communicator.rank() != Rank(0)) return;
  const Answers answers(m.times.answers);
  const std::size_t requests = m.times.answers.size();
  if (o.json) {
    nlohmann::json json{{"train", o.train}, {"ranks", communicator.size()}, {"requests", requests}};
    answers.add_to(json);
    say("{}\n", json.dump());
  } else {
    say("{}\nrank 0 trains {} for {:g} s and answers {} requests:\n", heading(communicator.size()), o.train, o.seconds,
        requests);
    say("half of them within {:.2f} ms, 99 % within {:.2f} ms, all within {:.2f} ms\n", answers.p50, answers.p99,
        answers.longest);
  }
}

std::optional<BenchOptions> read_bench_options(const Command& self, const Arguments& arguments,
                                               const TaskRegistry& tasks) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return std::nullopt;
  BenchOptions o{given->integers64("experiments"), given->text("train"), given->real("seconds"), given->flag("json")};
  for (const auto n : o.experiments)
    if (n < 1 || n > 1'000'000)
      throw Error(ErrorKind::config, fmt::format("bench: --experiments {}: use 1 to 1000000", n));
  if (!(o.seconds > 0)) throw Error(ErrorKind::config, "bench: --seconds must be positive");
  if (!o.train.empty()) find_workload(tasks, o.train);
  return o;
}

}  // namespace

OptionTable bench_sweep_options() {
  using namespace option;
  return {{valued(OptionKind::integers64, "experiments", "N...",
                  "experiments that compute nothing: one number, or several one after the other")
               .with_default("100000"),
           text("train", "WORKLOAD", "rank 0 trains this workload of bench; how soon does it answer the others?")
               .completed_by(workloads),
           real("seconds", "S", "for how long it trains").with_default("10"), flag("json", "one JSON object a line")}};
}

int bench_sweep_command(const Command& self, const Arguments& arguments, const Surroundings& surroundings) {
  TaskRegistry tasks = surroundings.tasks;
  tasks.add(noop_task());
  const Surroundings s{tasks, surroundings.stop, surroundings.watchdog};
  std::optional<BenchOptions> o = read_bench_options(self, arguments, tasks);
  if (!o) return exit_success;
  std::vector<Planning> planning;
  for (const auto n : o->experiments)
    if (is_first_rank() && o->train.empty()) planning.push_back(measure_planning(tasks, n));
  LaunchOptions terms;
  terms.store = "bench";
  return with_all_ranks(s, terms, [&](const Communicator& communicator) {
    if (o->train.empty()) bench_sizes(s, communicator, *o, planning);
    else bench_answers(s, communicator, *o);
    return exit_success;
  });
}

}  // namespace icsweep
