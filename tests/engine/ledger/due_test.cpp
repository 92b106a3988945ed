#include "engine/ledger/due.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/sweep/grid.hpp"
#include "tasks/program/program_definition.hpp"

namespace icsweep {
namespace {

/// A row of the table: the state of the store, the user's request, and the result.
struct Case {
  LedgerEntry known;
  Rerun rerun;
  Due wanted;
};

constexpr Outcome every[] = {Outcome::pending,   Outcome::done,    Outcome::diverged, Outcome::failed,
                             Outcome::timed_out, Outcome::crashed, Outcome::pruned};

const Rerun nothing{}, fill{.missing_weights = true}, damaged{.damaged = true}, outdated{.outdated = true};

Rerun retry(Outcome outcome) {
  return {.outcomes = {outcome}};
}

TEST(CountedAttempts, LeaveOutARunThatWasNotMarked) {
  EXPECT_EQ(counted_attempts(Outcome::pending, 1, 1.5e9), 0);
  EXPECT_EQ(counted_attempts(Outcome::pending, 0, 1.5e9), 0);
  EXPECT_EQ(counted_attempts(Outcome::pending, 1, std::nan("")), 1);
  EXPECT_EQ(counted_attempts(Outcome::done, 1, 1.5e9), 1);
}

TEST(Due, FollowsFromWhatTheStoreKnowsAndTheUserAsks) {
  using enum Outcome;
  const Case table[] = {
      {{.row = {}}, nothing, Due::fresh},
      {{.row = {}, .earlier_code = "1f"}, nothing, Due::recoded},
      {{.outcome = pending}, nothing, Due::waiting},
      {{.outcome = done}, nothing, Due::ended},
      {{.outcome = diverged}, nothing, Due::ended},
      {{.outcome = failed}, nothing, Due::ended},
      {{.outcome = timed_out}, nothing, Due::ended},
      {{.outcome = crashed}, nothing, Due::ended},
      {{.outcome = failed}, retry(failed), Due::retried},
      {{.outcome = failed}, retry(crashed), Due::ended},
      {{.outcome = crashed}, retry(crashed), Due::retried},
      {{.outcome = diverged}, retry(diverged), Due::retried},
      {{.outcome = done}, retry(done), Due::retried},
      {{.outcome = timed_out}, retry(timed_out), Due::continued},
      {{.outdated = true, .outcome = done}, nothing, Due::ended},
      {{.outdated = true, .outcome = done}, outdated, Due::outdated},
      {{.outdated = true, .outcome = failed}, outdated, Due::outdated},
      {{.outdated = true, .outcome = timed_out}, {.outcomes = {timed_out}, .outdated = true}, Due::continued},
      {{.outcome = done}, outdated, Due::ended},
      {{.stays_pruned = true, .outdated = true, .outcome = pruned, .rung = 1}, outdated, Due::ended},
      {{.outdated = true, .soundness = Soundness::damaged, .outcome = done}, outdated, Due::damaged},
      {{.lacks_weights = true, .outcome = done}, nothing, Due::ended},
      {{.lacks_weights = true, .outcome = done}, fill, Due::weights},
      {{.outcome = done}, fill, Due::ended},
      {{.stays_pruned = true, .outcome = pruned, .rung = 1}, nothing, Due::ended},
      {{.outcome = pruned, .rung = 1}, nothing, Due::unpruned},
      {{.outcome = pruned}, nothing, Due::ended},
      {{.stays_pruned = true, .outcome = pruned, .rung = 1}, retry(pruned), Due::retried},
      {{.soundness = Soundness::damaged, .outcome = done}, nothing, Due::damaged},
      {{.soundness = Soundness::damaged, .outcome = pruned}, nothing, Due::damaged},
      {{.soundness = Soundness::damaged, .outcome = failed}, retry(failed), Due::damaged},
      {{.soundness = Soundness::damaged, .outcome = done}, damaged, Due::damaged},
  };
  for (std::size_t i = 0; i < std::size(table); ++i)
    EXPECT_EQ(due(table[i].known, table[i].rerun), table[i].wanted) << "line " << i;
}

TEST(Due, NothingRunsThatIsNotAskedForOrNotPlanned) {
  for (const Outcome outcome : every)
    for (const auto row : {std::optional<RowIndex>(), std::optional<RowIndex>(RowIndex(0))})
      for (const Soundness soundness : {Soundness::sound, Soundness::damaged})
        for (const bool planned : {false, true}) {
          const LedgerEntry known{.planned = planned,
                                  .asked = !planned,
                                  .lacks_weights = true,
                                  .outdated = true,
                                  .soundness = soundness,
                                  .row = row,
                                  .outcome = outcome};
          EXPECT_EQ(due(known, {true, {std::begin(every), std::end(every)}, true, true}), Due::not_asked);
        }
}

TEST(Due, OnlyWhatHadEndedStartsOver) {
  for (int i = 0; i < due_count; ++i) {
    const Due d = Due(i);
    EXPECT_EQ(runs(d), d != Due::not_asked && d != Due::ended);
    if (starts_over(d)) EXPECT_TRUE(runs(d));
  }
  EXPECT_FALSE(starts_over(Due::continued));
  EXPECT_FALSE(starts_over(Due::unpruned));
  EXPECT_FALSE(starts_over(Due::damaged)) << "its checkpoints count, since the row had no result";
}

TEST(DueText, IsOneSentenceForEachReason) {
  EXPECT_EQ(due_text({Due::damaged, 2}, "s.h5.damaged", false),
            "2 rows do not match their checksums and run again; s.h5.damaged keeps them as they were");
  EXPECT_EQ(due_text({Due::damaged, 1}, "s.h5.damaged", false),
            "1 row does not match its checksum and runs again; s.h5.damaged keeps it as it was");
  EXPECT_EQ(due_text({Due::retried, 1}, "", false), "1 experiment that had ended runs again");
  EXPECT_EQ(due_text({Due::continued, 2}, "", false), "2 experiments that had timed out resume");
  EXPECT_EQ(due_text({Due::weights, 2}, "", false), "2 experiments run again to keep their weights");
  EXPECT_EQ(due_text({Due::unpruned, 1}, "", false),
            "1 experiment that a search had pruned waits again, from its checkpoint: this sweep has no search");
  EXPECT_EQ(
      due_text({Due::unpruned, 2}, "", true),
      "2 experiments that a search had pruned wait again, from their checkpoints: its decisions are made anew with "
      "the settings of this sweep");
  EXPECT_EQ(due_text({Due::damaged, 1}, "", false), "1 row does not match its checksum and runs again");
  EXPECT_EQ(due_text({Due::fresh, 1}, "", false), "1 experiment is a new point");
  EXPECT_EQ(due_text({Due::fresh, 6}, "", false), "6 experiments are new points");
  EXPECT_EQ(due_text({Due::waiting, 2}, "", false), "2 experiments were left by an earlier launch");
  EXPECT_EQ(due_text({Due::outdated, 2}, "", false), "2 experiments of another result version run again");
  EXPECT_EQ(due_text({Due::recoded, 2, "fit"}, "", false), "2 experiments of fit run since its code changed");
  EXPECT_EQ(due_text({Due::recoded, 1, "fit", {"a.py", "b.py"}}, "", false),
            "1 experiment of fit runs since its code changed (a.py, b.py)");
  for (const Due silent : {Due::not_asked, Due::ended}) EXPECT_EQ(due_text({silent, 3}, "", true), "");
  EXPECT_EQ(due_text({Due::retried, 0}, "", false), "");
}

TEST(DueGroups, AreThoseThatRunByReasonAndCode) {
  const std::shared_ptr<const Task> task =
      program_task({.name = "fit", .command = {"./fit"}, .results = {"y"}, .code = "now"});
  Experiment e{.task = task.get(), .config = default_config(task->schema()), .identity = "", .settings = {}};
  const LedgerEntry entries[] = {{.experiment = &e, .due = Due::ended},
                                 {.experiment = &e, .due = Due::waiting},
                                 {.experiment = &e, .due = Due::recoded, .earlier_code = "old"},
                                 {.experiment = &e, .due = Due::waiting},
                                 {.experiment = &e, .due = Due::recoded, .earlier_code = "older"}};
  const CodeFiles files{{"fit",
                         {{"old", {{"a.py", "1"}, {"b.py", "1"}}},
                          {"older", {{"a.py", "2"}, {"b.py", "3"}}},
                          {"now", {{"a.py", "2"}, {"b.py", "1"}}}}}};
  const auto groups = due_groups({std::begin(entries), std::end(entries)}, files);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].due, Due::recoded);
  EXPECT_EQ(groups[0].experiments, 2u);
  EXPECT_EQ(groups[0].task, "fit");
  EXPECT_EQ(groups[0].files, (std::set<std::string>{"a.py", "b.py"}));
  EXPECT_EQ(groups[1].due, Due::waiting);
  EXPECT_EQ(groups[1].experiments, 2u);
}

TEST(DueNames, AreDistinct) {
  std::set<std::string_view> names;
  for (int i = 0; i < due_count; ++i) EXPECT_TRUE(names.insert(name_of(Due(i))).second);
}

TEST(ForeignText, CountsCheckpoints) {
  EXPECT_EQ(foreign_text(0), "");
  EXPECT_EQ(foreign_text(1), "1 checkpoint is of another build of the program: its experiment starts again");
  EXPECT_EQ(foreign_text(2), "2 checkpoints are of another build of the program: their experiments start again");
}

TEST(LeavingText, SaysHowToKeepThem) {
  EXPECT_EQ(leaving_text(0, true), "");
  EXPECT_EQ(
      leaving_text(1, false),
      "1 experiment of earlier sweeps leaves the plan; its row stays; run the earlier sweep with --add to plan both");
  EXPECT_EQ(leaving_text(2, true),
            "2 experiments of earlier sweeps would leave the plan; their rows stay; run --add keeps them planned");
}

}  // namespace
}  // namespace icsweep
