#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "engine/cluster/walltime.hpp"
#include "engine/commands/host_to_plan_for.hpp"
#include "engine/ledger/started_sweep.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/search_budget.hpp"
#include "engine/verify/sweep_check.hpp"
#include "engine/commands/sweep_options.hpp"
#include "engine/forecast/precision_speed.hpp"
#include "engine/run/bfloat16_hosts.hpp"
#include "engine/progress/progress_text.hpp"
#include "engine/search/planned_experiments.hpp"
#include "engine/simulate/simulation.hpp"
#include "engine/sweep/idle_settings.hpp"
#include "engine/sweep/needs.hpp"
#include "io/schema/json.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/store/heartbeat.hpp"
#include "models/layers/wide_kernels.hpp"

namespace icsweep {
namespace {

constexpr std::size_t listed = 3;  // number of costliest experiments in the list

struct Plan {
  std::string sweep;
  Expansion points;
  Forecast forecast;
  int ranks, per_host;
  HostCapacity host{};
  double walltime;  // infinite if none was given
  std::optional<Search> search{};
  std::optional<RoundsTable> rounds{};
  std::string start{};              // StartedSweep::news
  std::vector<Prediction> taken{};  // by experiment: its forecast; with a search, its average cost

  std::vector<Prediction> experiments_of(const std::string& task) const {
    std::vector<Prediction> experiments;
    for (std::size_t i = 0; i < forecast.experiments.size(); ++i)
      if (points.experiments[i].task->schema().task == task) experiments.push_back(taken[i]);
    return experiments;
  }
  Simulation simulated(const std::vector<Prediction>& experiments) const {
    return simulate(experiments, {.ranks = ranks, .per_host = per_host, .host = host, .walltime = walltime});
  }
};

/// Source of the speed, for the brackets after it.
std::string source_of(const TaskForecast& t) {
  if (!t.measured) return "partly assumed: the costliest ended no step within 3 s";
  return t.kinds == 1 ? "measured now on the costliest"
                      : fmt::format("measured now on the costliest of {} kinds", t.kinds);
}

void print_dropped(std::FILE* stream, const Expansion& points) {
  for (const auto& d : points.dropped)
    say(stream, "  {} dropped by {} \"{}\"\n", d.points,
        d.rule.place.line ? fmt::format("{}:{}: where", d.rule.place.path, d.rule.place.line) : "--only", d.rule.text);
}

/// Names the parameters that only some experiments have: one of them may be a misspelling.
void print_absent(const Plan& plan) {
  std::map<const Task*, std::set<std::string>> absent;
  for (const Experiment& e : plan.points.experiments)
    for (const Parameter& p : e.task->schema().parameters)
      if (p.optional && type_of(e.config.at(p.name)) == ValueType::absent) absent[e.task].insert(p.name);
  for (const auto& [task, names] : absent)
    say("{}: {} absent (NULL) from some experiments: {}\n", task->schema().task, counted(names.size(), "parameter"),
        fmt::join(names, ", "));
}

void print_counts(const Plan& plan) {
  const Expansion& points = plan.points;
  say("{}: {}", plan.sweep, counted(points.experiments.size(), "experiment"));
  if (points.repeated > 0) say(", {} points given more than once count once", points.repeated);
  say("\n");
  print_dropped(stdout, points);
  print_absent(plan);
}

/// Says if this host has the instructions of the experiments. The launch asks the other hosts.
void print_instructions(const Plan& plan) {
  for (const RoundedPrecision& p : rounded_precisions) {
    const std::size_t count = taking(plan.points.experiments, p.precision);
    if (count == 0) continue;
    say("{} with {}: {}\n", counted(count, "experiment"), p.name,
        processor_has(p.precision)
            ? fmt::format("{} has its instruction, {}", host_name(), p.instruction)
            : fmt::format("{} lacks {}: run wants --emulate there, whose speed this is", host_name(), p.instruction));
  }
}

/// Says if a rounded precision is slower here than float32.
void print_slower(const Plan& plan) {
  for (const auto& [name, task] : plan.forecast.tasks)
    for (const auto& [precision, speed] : task.over_float32)
      if (const std::string slower = slower_text(precision, speed); !slower.empty()) say("{}: {}\n", name, slower);
}

void print_idle(const Plan& plan) {
  std::vector<const Experiment*> experiments;
  for (const Experiment& e : plan.points.experiments) experiments.push_back(&e);
  for (const std::string& idle : idle_settings(experiments)) say("{}\n", idle);
}

std::string name_of(const Experiment& e) {
  const std::string label = e.label();
  return label.empty() ? e.task->schema().task : e.task->schema().task + " " + label;
}

/// Prints the costliest experiments; one of several that cost about the same.
void print_costliest(const Plan& plan) {
  const auto& predicted = plan.forecast.experiments;
  const auto seconds = [&](std::size_t i) { return predicted[i].seconds; };
  std::vector<std::size_t> order(predicted.size());
  std::iota(order.begin(), order.end(), 0);
  const std::size_t shown = std::min(order.size(), listed);
  std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(shown), order.end(),
                    [&](auto a, auto b) { return seconds(a) != seconds(b) ? seconds(a) > seconds(b) : a < b; });
  for (std::size_t i = 0; i < shown; ++i)
    say("{} {:>8}  {}\n", i == 0 ? "costliest:" : "          ", time_text(seconds(order[i])),
        name_of(plan.points.experiments[order[i]]));
}

void print_tasks(const Plan& plan) {
  for (const auto& [name, t] : plan.forecast.tasks) {
    say("{}: {}, {} at {:.3g} GFLOP/s\n  ({})\n", name, counted(t.experiments, "experiment"),
        core_hours_text(t.core_seconds), t.flop / t.core_seconds / 1e9, source_of(t));
    say("  memory of a rank about {}, store about {}\n", size_text(t.bytes + 40e6), size_text(t.store_bytes));
  }
}

/// Says how experiments share processors, if any gets more than one.
void print_teams(const Indexed<ExperimentIndex, SimulatedTeam>& teams) {
  const auto shared = std::ranges::count_if(teams, [](const SimulatedTeam& team) { return team.threads > 1; });
  if (shared == 0) return;
  const SimulatedTeam& largest = *std::ranges::max_element(teams, {}, &SimulatedTeam::threads);
  const auto over_hosts = std::ranges::count_if(teams, [](const SimulatedTeam& team) { return team.hosts > 1; });
  say("  {} for a time on several threads, at most {}{}\n", counted(std::size_t(shared), "experiment"), largest.threads,
      largest.hosts > 1 ? fmt::format(" on {} hosts", largest.hosts) : "");
  if (over_hosts > 0)
    say("  {} for a time with members on other hosts\n", counted(std::size_t(over_hosts), "experiment"));
}

/// Prints the resources that experiments state, and those of the host for which they are planned.
void print_needs(const Plan& plan) {
  const std::vector<std::string> needs = needs_of(plan.points.experiments);
  for (const std::string& sentence : needs) say("{}\n", sentence);
  if (needs.empty()) return;
  const bool has_gpus =
      std::ranges::any_of(plan.points.experiments, [](const Experiment& e) { return e.settings->resources.gpus > 0; });
  say("  a host has {}, {}{}\n", counted(plan.host.cores, "core"), size_text(plan.host.memory),
      has_gpus ? ", " + counted(plan.host.gpus.size(), "GPU") : "");
}

void print_time(const Plan& plan) {
  const Simulation all = plan.simulated(plan.taken);
  if (plan.search) say("{}", budget_text(*plan.search, plan.points.experiments, plan.forecast.experiments));
  if (plan.rounds) say("{}", rounds_text(*plan.rounds));
  if (!plan.start.empty()) say("search: {}\n", plan.start);
  say("on {}: {}{}, {}\n", counted(plan.ranks, "rank"), plan.search || plan.rounds ? "about " : "",
      time_text(all.makespan), core_hours_text(all.ranks[Spent::work]));
  print_teams(all.teams);
  if (std::isinf(plan.walltime)) return;
  const std::size_t planned = plan.points.experiments.size();
  say("within {}: {}\n", time_text(plan.walltime),
      all.finished == planned
          ? "all will finish"
          : fmt::format("{} of {} will finish, run it again for the others", all.finished, planned));
}

void print_json(const Plan& plan) {
  std::size_t dropped = 0;
  for (const auto& d : plan.points.dropped) dropped += d.points;
  for (const auto& [name, t] : plan.forecast.tasks) {
    const auto predicted = plan.experiments_of(name);
    const Simulation own = plan.simulated(predicted);
    const auto shorter = [](const Prediction& a, const Prediction& b) { return a.seconds < b.seconds; };
    nlohmann::json json{{"task", name},
                        {"experiments", t.experiments},
                        {"repeated", plan.points.repeated},
                        {"dropped", dropped},
                        {"core_seconds", t.core_seconds},
                        {"longest_seconds", std::max_element(predicted.begin(), predicted.end(), shorter)->seconds},
                        {"ranks", plan.ranks},
                        {"seconds", own.makespan},
                        {"threads", std::ranges::max(own.teams, {}, &SimulatedTeam::threads).threads},
                        {"hosts", std::ranges::max(own.teams, {}, &SimulatedTeam::hosts).hosts},
                        {"gflops", t.flop / t.core_seconds / 1e9},
                        {"measured", t.measured},
                        {"memory_bytes", t.bytes},
                        {"store_bytes", t.store_bytes}};
    if (plan.search) json["search"] = budget_json(*plan.search, plan.points.experiments, plan.forecast.experiments);
    if (!std::isinf(plan.walltime)) json["finished_in_walltime"] = own.finished;
    say("{}\n", json.dump());
  }
}

/// Prints one line or object per experiment, without measuring anything.
void print_points(const Expansion& points, bool json) {
  for (const auto& e : points.experiments) {
    if (!json) {
      say("{:.8}  {}\n", e.identity.text(), name_of(e));
      continue;
    }
    const nlohmann::json object{
        {"task", e.task->schema().task}, {"identity", e.identity.text()}, {"parameters", to_json(e.config.values())}};
    say("{}\n", object.dump());
  }
}

}  // namespace

OptionTable plan_options() {
  using namespace option;
  return with_sweep_options(
      {integer("ranks", "N", "MPI ranks to predict for").with_default("1"),
       integer("per-host", "N", "ranks of a host, which share processors")
           .with_default(std::to_string(Cluster{}.per_host)),
       text("walltime", "TIME", "what will finish within it: seconds, or 1h30m"),
       text("output", "STORE.h5", "store to compare with: what has ended there, and what would leave its plan")
           .with_letter('o')
           .completed_by(store_files),
       flag("points", "list the experiments and measure nothing"),
       flag("why", "say why each experiment has to run, compared with the store of -o or of run, and measure nothing"),
       flag("json", "one JSON object per task, per point, or per reason"), no_pager()});
}

int plan_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const SweepSource source = sweep_source(*given);
  const std::string walltime = given->text("walltime"), store = given->text("output");
  const int ranks = given->integer("ranks"), per_host = given->integer("per-host");
  if (ranks < 1) throw Error(ErrorKind::config, fmt::format("plan: --ranks {}: must be at least 1", ranks));
  if (per_host < 1) throw Error(ErrorKind::config, fmt::format("plan: --per-host {}: must be at least 1", per_host));
  const double limit =
      given->has("walltime") ? walltime_of(walltime, self.name) : std::numeric_limits<double>::infinity();
  const bool asks_why = given->flag("why");
  const std::string compared = asks_why && store.empty() ? default_store(source) : store;
  const StartedSweep started = with_start(resolve(s.tasks, source), compared);
  const ResolvedSweep& sweep = started.sweep;
  const bool lists = given->flag("points"), json = given->flag("json");
  if (asks_why) {
    say("{}", json ? why_json(sweep, compared) : why_text(sweep, compared));
    return exit_success;
  }
  PlannedExperiments planned = lists ? planned_experiments(sweep, {}, Unasked::dropped) : expected_experiments(sweep);
  Plan plan{sweep.label(), std::move(planned.points), {}, ranks, per_host, {}, limit};
  plan.search = std::move(planned.search);
  plan.rounds = sweep.sweep().rounds, plan.start = started.news;
  if (lists) {
    print_points(plan.points, json);
    print_dropped(stderr, plan.points);
    return exit_success;
  }
  if (!needs_of(plan.points.experiments).empty())
    plan.host = host_to_plan_for(plan.points.experiments, given->is_given("per-host") ? per_host : 0);
  plan.forecast = forecast(plan.points.experiments);
  plan.taken = plan.forecast.experiments;
  if (plan.search) plan.taken = with_search(*plan.search, plan.taken);
  if (json) {
    print_json(plan);
    return exit_success;
  }
  print_counts(plan);
  if (!store.empty()) say("{}", store_outlook(sweep, store));
  print_idle(plan);
  print_needs(plan);
  print_instructions(plan);
  print_slower(plan);
  print_tasks(plan);
  print_costliest(plan);
  print_time(plan);
  return exit_success;
}

}  // namespace icsweep
