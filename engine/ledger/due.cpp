#include "engine/ledger/due.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/sweep/grid.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {

std::int32_t counted_attempts(Outcome outcome, std::int64_t attempts, double finished) {
  const bool is_unmarked = outcome == Outcome::pending && !std::isnan(finished);
  return std::int32_t(is_unmarked ? std::max<std::int64_t>(0, attempts - 1) : attempts);
}

Due due(const LedgerEntry& e, const Rerun& rerun) {
  if (!e.planned || !e.asked) return Due::not_asked;
  if (!e.row) return e.earlier_code->empty() ? Due::fresh : Due::recoded;
  if (e.soundness == Soundness::damaged) return Due::damaged;
  if (e.outcome == Outcome::pending) return Due::waiting;
  if (e.outcome == Outcome::pruned && !e.stays_pruned && e.rung) return Due::unpruned;
  if (rerun.outcomes.contains(e.outcome)) return e.outcome == Outcome::timed_out ? Due::continued : Due::retried;
  if (is_retried(e, rerun)) return Due::outdated;
  return e.lacks_weights && rerun.missing_weights ? Due::weights : Due::ended;
}

bool is_retried(const LedgerEntry& e, const Rerun& rerun) {
  // A pruned experiment without results has no version, and its search decides if it resumes.
  return rerun.outcomes.contains(e.outcome) || (rerun.outdated && e.outdated && e.outcome != Outcome::pruned);
}

bool runs(Due due) {
  return due != Due::not_asked && due != Due::ended;
}

bool starts_over(Due due) {
  return due == Due::retried || due == Due::weights || due == Due::outdated;
}

namespace {

/// Hash of the code of an experiment whose task has one.
const std::string& code_in(const Experiment& e) {
  return e.config.text(code_parameter(e.task->schema())->name);
}

}  // namespace

std::vector<DueGroup> due_groups(const std::vector<LedgerEntry>& entries, const CodeFiles& files) {
  std::map<std::pair<Due, std::string>, DueGroup> groups;
  for (const LedgerEntry& e : entries) {
    if (!runs(e.due)) continue;
    const bool is_recoded = e.due == Due::recoded;
    const std::string task = is_recoded ? e.experiment->task->schema().task : "";
    DueGroup& group = groups.try_emplace({e.due, task}, DueGroup{.due = e.due, .task = task}).first->second;
    ++group.experiments;
    if (is_recoded && e.experiment->task->has_own_process()) group.codes.insert(*e.earlier_code);
    if (is_recoded) group.files.merge(changed_files(files, task, *e.earlier_code, code_in(*e.experiment)));
  }
  std::vector<DueGroup> all;
  for (auto& [key, group] : groups) all.push_back(std::move(group));
  return all;
}

std::string_view name_of(Due due) {
  static constexpr std::string_view names[due_count] = {"not asked for", "ended",         "new point", "code changed",
                                                        "waiting",       "damaged",       "retried",   "timed out",
                                                        "lacks weights", "other version", "unpruned"};
  return names[std::size_t(due)];
}

namespace {

/// Says with which version rows of a program's earlier code count again.
std::string kept_rows_text(const DueGroup& group) {
  if (group.codes.size() != 1 || group.files.contains("program.results")) return "";  // those rows lack a result
  return fmt::format("; the store keeps {} earlier row{}, which count{} again with program.version = \"{}\"",
                     group.experiments, group.experiments == 1 ? "" : "s", group.experiments == 1 ? "s" : "",
                     *group.codes.begin());
}

}  // namespace

std::string due_text(const DueGroup& group, const std::string& kept, bool searched) {
  if (group.experiments == 0) return "";
  const bool one = group.experiments == 1;
  const std::string all = counted(group.experiments, "experiment");
  switch (group.due) {
    case Due::fresh:
      return fmt::format("{} {}", all, one ? "is a new point" : "are new points");
    case Due::recoded:
      return fmt::format("{} of {} run{} since its code changed{}{}", all, group.task, one ? "s" : "",
                         group.files.empty() ? "" : fmt::format(" ({})", fmt::join(group.files, ", ")),
                         kept_rows_text(group));
    case Due::waiting:
      return fmt::format("{} {} left by an earlier launch", all, one ? "was" : "were");
    case Due::outdated:
      return fmt::format("{} of another result version run{} again", all, one ? "s" : "");
    case Due::damaged:
      return fmt::format(
          "{} {} not match {} and run{} again{}", counted(group.experiments, "row"), one ? "does" : "do",
          one ? "its checksum" : "their checksums", one ? "s" : "",
          kept.empty() ? "" : fmt::format("; {} keeps {}", kept, one ? "it as it was" : "them as they were"));
    case Due::retried:
      return fmt::format("{} that had ended run{} again", all, one ? "s" : "");
    case Due::continued:
      return fmt::format("{} that had timed out resume{}", all, one ? "s" : "");
    case Due::weights:
      return fmt::format("{} run{} again to keep {} weights", all, one ? "s" : "", one ? "its" : "their");
    case Due::unpruned:
      return fmt::format(
          "{} that a search had pruned {} again, from {} checkpoint{}: {}", all, one ? "waits" : "wait",
          one ? "its" : "their", one ? "" : "s",
          searched ? "its decisions are made anew with the settings of this sweep" : "this sweep has no search");
    default:
      return "";
  }
}

std::string foreign_text(std::size_t checkpoints) {
  if (checkpoints == 0) return "";
  return checkpoints == 1 ? "1 checkpoint is of another build of the program: its experiment starts again"
                          : fmt::format(
                                "{} checkpoints are of another build of the program: their experiments start "
                                "again",
                                checkpoints);
}

std::string leaving_text(std::size_t experiments, bool ahead) {
  if (experiments == 0) return "";
  const bool one = experiments == 1;
  return fmt::format("{} of earlier sweeps {} the plan; {}; {}", counted(experiments, "experiment"),
                     ahead ? "would leave"
                     : one ? "leaves"
                           : "leave",
                     one ? "its row stays" : "their rows stay",
                     ahead ? fmt::format("run --add keeps {} planned", one ? "it" : "them")
                           : "run the earlier sweep with --add to plan both");
}

}  // namespace icsweep
