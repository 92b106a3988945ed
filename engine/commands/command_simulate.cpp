#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/commands/commands.hpp"
#include "engine/commands/host_to_plan_for.hpp"
#include "engine/commands/search_budget.hpp"
#include "engine/ledger/started_sweep.hpp"
#include "engine/commands/sweep_options.hpp"
#include "engine/progress/progress_text.hpp"
#include "engine/search/planned_experiments.hpp"
#include "engine/simulate/simulated_fleet.hpp"
#include "engine/simulate/simulation.hpp"
#include "engine/sweep/needs.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

constexpr double as_fast = 1.05;  // a makespan counts as the shortest up to this factor
constexpr int max_ranks = 10'000'000;

struct SimulateOptions {
  SweepSource sweep;
  std::string ranks, stragglers, arrivals;
  Cluster cluster;
  double alone = 0;
  bool json = false;
};

/// Numbers in "1,16,256"; powers of two up to 4096 for an empty list.
std::vector<int> ranks_in(const std::string& list) {
  std::vector<int> ranks;
  if (list.empty())
    for (int n = 1; n <= 4096; n *= 2) ranks.push_back(n);
  std::istringstream text(list);
  for (std::string one; std::getline(text, one, ',');)
    if (const auto n = whole_number(one).value_or(0); n >= 1 && n <= max_ranks) ranks.push_back(int(n));
    else
      throw Error(ErrorKind::config,
                  fmt::format("simulate: --ranks {}: write 1,16,256, from 1 to {}", list, max_ranks));
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

/// Reads "0.02:3": two of a hundred ranks have a third of the speed.
void read_stragglers(const std::string& text, Cluster& cluster) {
  const auto colon = text.find(':');
  const std::string factor = colon == text.npos ? "" : text.substr(colon + 1);
  cluster.slow_share = real_number(text.substr(0, colon)).value_or(-1);
  cluster.slow_factor = real_number(factor).value_or(-1);
  if (!(cluster.slow_share >= 0 && cluster.slow_share <= 1 && cluster.slow_factor >= 1 && cluster.slow_factor < 1e9))
    throw Error(ErrorKind::config,
                fmt::format("simulate: --stragglers {}: write SHARE:FACTOR, such as 0.02:3 for 2 % of the ranks three "
                            "times slower",
                            text));
}

std::optional<SimulateOptions> read_simulate_options(const Command& self, const Arguments& arguments) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return std::nullopt;
  SimulateOptions o{sweep_source(*given), given->text("ranks"), given->text("stragglers"), given->text("arrivals"), {},
                    given->real("alone"), given->flag("json")};
  Cluster& c = o.cluster;
  c.latency = given->real("latency"), c.answer = given->real("coordinator-time"), c.start_up = given->real("start-up");
  c.per_host = given->integer("per-host");
  c.round_trip = given->real("round-trip"), c.bandwidth = given->real("bandwidth");
  c.failures = given->real("failures"), c.checkpoint_every = given->real("checkpoint-every");
  c.seed = decltype(c.seed)(given->integer64("seed"));
  if (given->has("alone")) c.alone = o.alone;
  for (const double value :
       {c.latency, c.answer, c.start_up, c.failures, c.checkpoint_every, c.round_trip, c.bandwidth / 1e6})
    if (!(value >= 0 && value < 1e9))
      throw Error(ErrorKind::config, fmt::format("simulate: {}: times and rates are numbers from 0", value));
  if (c.per_host < 1) throw Error(ErrorKind::config, fmt::format("simulate: --per-host {}: use 1 or more", c.per_host));
  if (!(o.alone >= 0 && o.alone <= 1))
    throw Error(ErrorKind::config, fmt::format("simulate: --alone {}: is a share, from 0 to 1", o.alone));
  if (!o.stragglers.empty()) read_stragglers(o.stragglers, c);
  if (!o.arrivals.empty() && (!o.ranks.empty() || c.failures > 0))
    throw Error(ErrorKind::config, fmt::format("simulate: --arrivals and {}: use one of them",
                                               o.ranks.empty() ? "--failures" : "--ranks"));
  return o;
}

struct Scaling {
  std::vector<Experiment> experiments;
  Forecast forecast;
  std::vector<int> ranks;
  std::vector<Simulation> simulations;  // one per number of ranks
};

void print_assumptions(const Scaling& s, const SimulateOptions& o) {
  const Cluster& c = o.cluster;
  const bool measured =
      std::all_of(s.forecast.tasks.begin(), s.forecast.tasks.end(), [](const auto& t) { return t.second.measured; });
  double work = 0;
  for (const auto& [task, t] : s.forecast.tasks) work += t.core_seconds;
  say("{}: {}\n{} on cores as this one, {}\n", o.sweep.label(), counted(s.experiments.size(), "experiment"),
      core_hours_text(work),
      measured ? "measured now" : "partly assumed: some kind's costliest ended no step within 3 s");
  say("start {}, message {}, answer of rank 0 {}", time_text(c.start_up), time_text(c.latency), time_text(c.answer));
  if (c.failures > 0) say("\nfailures a rank-hour {:g}, checkpoint {}", c.failures, time_text(c.checkpoint_every));
  if (c.slow_share > 0) say("\n{:g} % of the ranks {:g} times slower", 100 * c.slow_share, c.slow_factor);
  say("\n\n");
}

std::string hours_text(double seconds) {
  const double hours = seconds / 3600;
  return hours < 100 ? fmt::format("{:.3g}", hours) : fmt::format("{:.0f}", hours);
}

void print_table(const Scaling& s) {
  say("{:>7}  {:>8}  {:>10}  {:>10}  {:>7}  {}\n", "ranks", "makespan", "core-hours", "efficiency", "tail",
      "most is lost to");
  for (std::size_t i = 0; i < s.ranks.size(); ++i) {
    const Simulation& one = s.simulations[i];
    const Limit limit = limit_of_efficiency(one);
    say("{:>7}  {:>8}  {:>10}  {:>8.1f} %  {:>7}  {}\n", s.ranks[i], one.gave_up ? "gave up" : time_text(one.makespan),
        hours_text(one.ranks.sum()), 100 * one.efficiency(), one.gave_up ? "" : time_text(one.tail),
        limit == Limit::work ? "-" : name_of(limit));
  }
  say("\ncore-hours: ranks x makespan; efficiency: the share of them that is work; tail:\n"
      "from the first rank that finds no more work to the end.\n");
}

/// Prints the smallest number of ranks that is about as fast as any, and its limit.
void print_limit(const Scaling& s) {
  const auto time = [](const Simulation& one) { return one.gave_up ? HUGE_VAL : one.makespan; };
  double shortest = HUGE_VAL;
  for (const auto& one : s.simulations) shortest = std::min(shortest, time(one));
  const auto enough = std::find_if(s.simulations.begin(), s.simulations.end(),
                                   [&](const Simulation& one) { return time(one) <= as_fast * shortest; });
  const int ranks = s.ranks[std::size_t(enough - s.simulations.begin())];
  if (ranks < s.ranks.back()) say("Within 5 % of the fastest from {} on. ", counted(ranks, "rank"));
  const Limit limit = limit_of_makespan(*enough);
  say("Limit: {}\n", name_of(limit));
  if (limit != Limit::longest_experiment) return;
  const Experiment& e = s.experiments[enough->last.value()];
  const std::string text =
      fmt::format("{} on one core, {} in all: {} {}", time_text(s.forecast.experiments[enough->last.value()].seconds),
                  time_text(enough->makespan), e.task->schema().task, e.label());
  say("{}\n", cut(text, 80));
}

void print_json(const Scaling& s) {
  for (std::size_t i = 0; i < s.ranks.size(); ++i) {
    const Simulation& one = s.simulations[i];
    nlohmann::json lost;
    for (int on = 0; on < spent_count; ++on) lost[std::string(name_of(Spent(on)))] = one.ranks[Spent(on)];
    say("{}\n", nlohmann::json{{"ranks", s.ranks[i]},
                               {"seconds", one.makespan},
                               {"core_seconds", one.ranks.sum()},
                               {"efficiency", one.efficiency()},
                               {"tail_seconds", one.tail},
                               {"launches", one.launches},
                               {"gave_up", one.gave_up},
                               {"experiments", s.experiments.size()},
                               {"finished", one.finished},
                               {"limit", name_of(limit_of_makespan(one))},
                               {"lost_to", name_of(limit_of_efficiency(one))},
                               {"spent", lost}}
                    .dump());
  }
}

/// Simulates and prints a sweep whose jobs come and go.
void simulate_arrivals(const Scaling& s, const SimulateOptions& o, SimulatedSearch* search) {
  Arrivals arrivals = arrivals_in(o.arrivals, o.cluster.seed);
  const FleetSimulation f = simulate_fleet(s.forecast.experiments, o.cluster, arrivals, search);
  if (o.json)
    return say("{}\n", nlohmann::json{{"seconds", f.makespan},
                                      {"core_seconds", f.rank_seconds},
                                      {"efficiency", f.efficiency()},
                                      {"jobs", f.jobs},
                                      {"leaders", f.leaders},
                                      {"killed", f.killed},
                                      {"experiments", f.experiments},
                                      {"finished", f.finished}}
                           .dump());
  print_assumptions(s, o);
  say("makespan {}; {}, of which {} led one after the other\n", time_text(f.makespan), counted(f.jobs, "job"),
      f.leaders);
  if (f.killed > 0)
    say("{} killed: each costs its steps since the last checkpoints, every {:g} s\n", counted(f.killed, "job"),
        o.cluster.checkpoint_every);
  say("core-hours {}, from each job's arrival until it leaves; efficiency {:.1f} %\n", hours_text(f.rank_seconds),
      100 * f.efficiency());
  if (f.finished < f.experiments)
    say("Only {} of {} end: no job is left then.\n", f.finished, counted(f.experiments, "experiment"));
}

}  // namespace

OptionTable simulate_options() {
  using namespace option;
  const Cluster c;
  const auto number = [](auto value) { return fmt::format("{}", value); };
  return with_sweep_options(
      {text("ranks", "N,N...", "numbers of ranks, such as 1,16,256; else powers of two up to 4096"),
       text("arrivals", "FILE|RATE",
            "jobs that join and leave: lines TIME RANKS [LEAVES [killed]], or RATE:RANKS[:STAY[:killed]] such as "
            "0.5/min:16:2h"),
       real("latency", "S", "seconds of a message").with_default(number(c.latency)),
       real("coordinator-time", "S", "seconds rank 0 takes to hand out an experiment").with_default(number(c.answer)),
       real("start-up", "S", "seconds a launch takes to begin").with_default(number(c.start_up)),
       integer("per-host", "N", "ranks of a host, which share processors").with_default(number(c.per_host)),
       real("alone", "SHARE", "share of a step on one thread; else measured"),
       real("round-trip", "S", "seconds between hosts that share an experiment").with_default(number(c.round_trip)),
       real("bandwidth", "B", "bytes a second between hosts; 0: they share no experiment")
           .with_default(number(c.bandwidth)),
       real("failures", "RATE", "failures of a rank per hour; each ends the launch, another begins")
           .with_default(number(c.failures)),
       real("checkpoint-every", "S", "seconds between two checkpoints of an experiment")
           .with_default(number(c.checkpoint_every)),
       text("stragglers", "SHARE:FACTOR", "that share of the ranks is FACTOR times slower"),
       integer64("seed", "SEED", "of failures, stragglers and results at rungs").with_default(number(c.seed)),
       flag("json", "one JSON object for each number of ranks"), no_pager()});
}

int simulate_command(const Command& self, const Arguments& arguments, const Surroundings& surroundings) {
  auto o = read_simulate_options(self, arguments);
  if (!o) return exit_success;
  Scaling s;
  s.ranks = ranks_in(o->ranks);
  const ResolvedSweep sweep = with_start(resolve(surroundings.tasks, o->sweep), "").sweep;
  PlannedExperiments planned = expected_experiments(sweep);
  s.experiments = std::move(planned.points.experiments);
  if (!needs_of(s.experiments).empty()) o->cluster.host = host_to_plan_for(s.experiments, o->cluster.per_host);
  s.forecast = forecast(s.experiments);
  if (!o->arrivals.empty()) {
    auto simulated = planned.search
                         ? std::make_optional<SimulatedSearch>(*planned.search, s.experiments, o->cluster.seed)
                         : std::nullopt;
    simulate_arrivals(s, *o, simulated ? &*simulated : nullptr);
    return exit_success;
  }
  for (const int ranks : s.ranks) {
    o->cluster.ranks = ranks;
    auto simulated = planned.search
                         ? std::make_optional<SimulatedSearch>(*planned.search, s.experiments, o->cluster.seed)
                         : std::nullopt;
    s.simulations.push_back(simulate(s.forecast.experiments, o->cluster, simulated ? &*simulated : nullptr));
  }
  if (o->json) {
    print_json(s);
    return exit_success;
  }
  if (sweep.sweep().rounds) say("{}", rounds_text(*sweep.sweep().rounds));
  if (planned.search) say("search: results at the rungs are drawn at random\n");
  print_assumptions(s, *o);
  print_table(s);
  print_limit(s);
  return exit_success;
}

}  // namespace icsweep
