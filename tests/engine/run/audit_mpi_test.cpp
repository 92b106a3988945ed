#include "engine/run/audit.hpp"

#include <gtest/gtest.h>

#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

/// Three of five rows are done and one failed. Rows from number `unplanned` on are not planned.
Audit audit_of(const std::string& path, std::size_t unplanned, bool twice = false) {
  TablePlan plan{make_table(toy_schema()), nullptr, {}, {}, {}};
  for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 3;
  for (int i = 0; i < 5; ++i) {
    const Config config = toy_config(i % 3 + 1, i / 100.0);
    plan.added.push_back({identity(toy_schema(), config), config});
    plan.planned.push_back(std::size_t(i) < unplanned);
  }
  if (twice) plan.added[4] = plan.added[1];
  create_store(path, {"toys", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
  StoreWriter writer(path);
  for (int i = 0; i < 4; ++i) writer.write("toy", RowIndex(i), toy_row(i), i == 3 ? Outcome::failed : Outcome::done);
  writer.commit();
  const StoreReader store(path);
  return audited(outcomes_of(store));
}

TEST(Audit, PlannedIsTheSumOfOutcomes) {
  const TemporaryFolder folder;
  const Audit all = audit_of(folder.file("a.h5"), 5), some = audit_of(folder.file("b.h5"), 2);
  EXPECT_EQ(all.planned, (std::array<std::size_t, outcome_count>{1, 3, 0, 1, 0, 0}));
  EXPECT_EQ(some.planned, (std::array<std::size_t, outcome_count>{0, 2, 0, 0, 0, 0}));
  EXPECT_EQ(complaint("a.h5", all, {1, 3, 0, 1, 0, 0}), "");
}

TEST(Audit, WhatTheLaunchCountedOtherwiseIsSaid) {
  const TemporaryFolder folder;
  EXPECT_EQ(complaint("a.h5", audit_of(folder.file("a.h5"), 5), {0, 4, 0, 1, 0, 0}),
            "a.h5: the file holds 1 pending, 3 done, 1 failed where this launch counted 4 done, 1 failed; icsweep "
            "verify a.h5 reports more, the same command resumes");
}

TEST(Audit, RowsOfGuestsThatTheLaunchDidNotHearOfAreNoFault) {
  const TemporaryFolder folder;
  const Audit audit = audit_of(folder.file("a.h5"), 5);
  EXPECT_EQ(complaint("a.h5", audit, {2, 2, 0, 1, 0, 0}, true), "");
  EXPECT_NE(complaint("a.h5", audit, {2, 2, 0, 1, 0, 0}, false), "");
  EXPECT_NE(complaint("a.h5", audit, {0, 4, 0, 1, 0, 0}, true), "") << "a row is lost";
  EXPECT_NE(complaint("a.h5", audit, {1, 2, 0, 2, 0, 0}, true), "") << "an outcome has changed";
  EXPECT_NE(complaint("a.h5", audit, {3, 2, 0, 1, 0, 0}, true), "") << "a row is missing";
}

TEST(Audit, AnExperimentWithTwoRowsIsNamed) {
  const TemporaryFolder folder;
  const Audit audit = audit_of(folder.file("a.h5"), 5, true);
  EXPECT_EQ(audit.duplicates, 1u);
  EXPECT_EQ(audit.first_duplicate, identity(toy_schema(), toy_config(2, 0.01)));
  EXPECT_NE(complaint("a.h5", audit, {1, 3, 0, 1, 0, 0}).find("a.h5: 1 duplicates, the first of experiment "),
            std::string::npos);
}

}  // namespace
}  // namespace icsweep
