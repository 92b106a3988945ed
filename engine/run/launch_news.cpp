#include "engine/run/launch_news.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "engine/cluster/batch_job.hpp"
#include "engine/cluster/exit_status.hpp"
#include "engine/forecast/precision_speed.hpp"
#include "engine/run/audit.hpp"
#include "engine/run/launch_search.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/progress/progress_text.hpp"
#include "engine/sweep/idle_settings.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/text_columns.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

/// Prints the settings of the jobs that change nothing, and the precision that is slower than float32 on rank 0's host.
void announce_settings(const PreparedLaunch& launch, const LaunchOptions& o) {
  std::vector<const Experiment*> due;
  std::map<std::string, const Experiment*> costliest;  // by precision
  for (const Job& job : launch.plan.jobs) {
    const Experiment& e = *job.experiment;
    due.push_back(&e);
    if (e.task->precision(e.config) == Precision::float32 || !e.config.has("precision")) continue;
    const Experiment*& most = costliest[e.config.text("precision")];
    if (!most || predicted_cost(*most->task, most->config) < predicted_cost(*e.task, e.config)) most = &e;
  }
  for (const std::string& idle : idle_settings(due)) say(stderr, "{}: {}\n", o.store, idle);
  if (o.emulate) return;
  for (const auto& [precision, e] : costliest)
    if (const auto speed = speed_over_float32(*e->task, e->config))
      if (const std::string slower = slower_text(precision, *speed); !slower.empty())
        say(stderr, "{}: {}\n", o.store, slower);
}

/// Reads again the rows of this launch: another launch, taken for dead, may have written too.
void expect_written_rows(const PreparedLaunch& launch, const std::string& path,
                         const std::vector<TableOutcomes>& tables) {
  std::map<std::string, std::set<std::int64_t>> jobs;
  for (const Job& job : launch.plan.jobs) jobs[job.experiment->task->schema().task].insert(job.row.value());
  std::string first;
  std::size_t unsound = 0;
  for (const TableOutcomes& outcomes : tables) {
    const Table& table = outcomes.table->table();
    std::set<std::int64_t>& rows = jobs[table.task];
    std::erase_if(rows, [&](std::int64_t row) { return outcomes.rows[RowIndex(row)].outcome == Outcome::pending; });
    check_some_rows(*outcomes.table, task_of(launch.tasks, table), rows, [&](const CheckedRow& row) {
      if (!row.damage.empty() && unsound++ == 0)
        first = fmt::format("row {} of {}, in {}", row.index(), table.task, row.damage.front());
    });
  }
  if (unsound > 0)
    throw Error(
        ErrorKind::store,
        fmt::format("{}: {} rows of this launch do not read back as it wrote them (the first: {}); run the same "
                    "command again",
                    path, unsound, first));
}

}  // namespace

void expect_enough_time(const PreparedLaunch& launch, const LaunchOptions& o, const Scheduler& scheduler) {
  const std::size_t left = scheduler.waiting() + scheduler.in_flight().size();
  if (left == 0 || scheduler.too_long() < left) return;
  throw Error(ErrorKind::config,
              fmt::format("{}: what is left cannot be interrupted and needs more than the {} of this launch ({} of {} "
                          "experiments): give it more time (--walltime, sbatch --time)",
                          o.store, duration_text(launch.walltime), left, launch.asked));
}

void announce(const PreparedLaunch& launch, const LaunchOptions& o, int ranks) {
  const StorePlan& plan = launch.plan;
  const std::size_t all = launch.experiments.size(), left = plan.jobs.size();
  const std::string total =
      launch.asked < all ? fmt::format("{} of {} experiments", launch.asked, all) : counted(all, "experiment");
  say(stderr, "{}: {}, {} to do on {} ({}), store {}{}\n", o.sweep.label(), total, left, counted(ranks, "rank"),
      instruction_set_level(), o.store,
      plan.created     ? " made"
      : plan.rewritten ? " extended"
                       : "");
  if (const std::string idle = idle_components(); !idle.empty()) say(stderr, "{}: {}\n", o.store, idle);
  if (const std::string leaving = leaving_text(plan.unplanned, false); !leaving.empty())
    say(stderr, "{}: {}\n", o.store, leaving);
  for (const std::string& grown : plan.grown) say(stderr, "{}: {}\n", o.store, grown);
  if (!plan.created)
    for (const DueGroup& group : plan.groups())
      say(stderr, "{}: {}\n", o.store, due_text(group, plan.kept, launch.search.has_value()));
  announce_settings(launch, o);
  if (!launch.start.empty()) say(stderr, "{}: {}\n", o.store, launch.start);
  if (launch.rounds > 0 || launch.has_more)
    say(stderr, "{}: {}\n", o.store, rounds_text(launch.rounds, launch.has_more));
  if (std::isfinite(launch.walltime) && left > 0)
    say(stderr, "{}: this launch stops by itself in {} and saves what runs then\n", o.store,
        duration_text(launch.walltime));
  const auto begun = std::count_if(plan.jobs.begin(), plan.jobs.end(), [](const Job& j) { return j.begun->steps > 0; });
  if (begun > 0)
    say(stderr, "{}: {}\n", o.store,
        begun == 1 ? "1 experiment resumes from its checkpoint"
                   : fmt::format("{} experiments resume from their checkpoints", begun));
  if (const std::string foreign = foreign_text(plan.foreign_checkpoints); !foreign.empty())
    say(stderr, "{}: {}\n", o.store, foreign);
  if (const auto rows = plan.staying(&LedgerEntry::foreign); rows > 0 && left > 0)
    say(stderr, "{}: {} computed by another build of the program; icsweep status reports which\n", o.store,
        rows == 1 ? "1 experiment was" : fmt::format("{} experiments were", rows));
  if (const std::size_t suspects = suspects_of(launch, ranks); suspects > 0)
    say(stderr, "{}: the last launch crashed or was killed; each experiment runs in a process of its own{}\n", o.store,
        suspects >= left ? ", and on one rank" : fmt::format(" until {} that may be the cause have passed", suspects));
  if (plan.left_damaged > 0)
    say(stderr, "{}: {} damaged rows outside this sweep are left; icsweep verify names them\n", o.store,
        plan.left_damaged);
  const auto used_up = std::count_if(plan.jobs.begin(), plan.jobs.end(), [](const Job& j) {
    const double limit = j.experiment->settings->time_limit;
    return limit > 0 && j.begun->seconds > limit;
  });
  if (used_up > 0)
    say(stderr, "{}: {} had already run for longer than the time_limit of this sweep: raise it to let {} continue\n",
        o.store, counted(used_up, "experiment"), used_up == 1 ? "it" : "them");
  if (const auto rows = plan.staying(&LedgerEntry::lacks_weights); rows > 0)
    say(stderr, "{}: {} experiments ended before keep_weights was set and have none; --fill-weights runs them again\n",
        o.store, rows);
}

void tell_hopeless(const LaunchOptions& o, const std::set<std::string>& failures) {
  say(stderr,
      "{}: stopped, since the first {} experiments to end all failed: {}{}; mend the cause and add --retry failed\n",
      o.store, Scheduler::first_few, *failures.begin(),
      failures.size() > 1 ? fmt::format(" (and {} other messages)", failures.size() - 1) : "");
}

int conclude(const PreparedLaunch& launch, const LaunchOptions& o, const Scheduler& scheduler, const Heartbeat& last) {
  std::string text;
  std::size_t bad = 0;
  std::array<std::size_t, outcome_count> counted{};
  for (int i = 1; i < outcome_count; ++i) {
    const auto outcome = Outcome(i);
    const std::size_t count = counted[std::size_t(i)] = launch.plan.found[std::size_t(i)] + scheduler.count(outcome);
    if (count > 0 || outcome == Outcome::done)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(outcome));
    if (outcome != Outcome::done && outcome != Outcome::diverged && outcome != Outcome::pruned) bad += count;
  }
  const std::size_t left = scheduler.waiting() + scheduler.in_flight().size();
  if (left > 0) text += scheduler.hopeless() ? fmt::format(", {} not tried", left) : ", " + left_text(last);
  counted[std::size_t(Outcome::pending)] = left;
  for (std::size_t i = 0; i < counted.size(); ++i) counted[i] += launch.plan.others[i];  // now of all planned rows
  const StoreReader store(o.store);
  const std::vector<TableOutcomes> rows = outcomes_of(store);
  const Audit audit = audited(rows);
  if (left == 0) text += fmt::format(", {} duplicates", audit.duplicates);
  if (!o.quiet) say(stderr, "{}: {}: {}\n", o.store, icsweep::counted(launch.asked, "experiment"), text);
  if (const std::string amiss = complaint(o.store, audit, counted, o.join); !amiss.empty())
    throw Error(ErrorKind::store, amiss);
  expect_written_rows(launch, o.store, rows);
  if (left > 0 && !scheduler.hopeless()) return exit_stopped;
  return bad > 0 ? exit_failed : exit_success;
}

}  // namespace icsweep
