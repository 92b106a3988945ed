#include "engine/ledger/delete_rows.hpp"

#include "tests/engine/ledger/rewriting.hpp"

namespace icsweep {
namespace {

TEST_F(Rewriting, DeletedRowsAreGoneAndTheOldStoreStays) {
  const std::string a = store("a.h5", "[0, 1, 2]");
  const auto before = digests(a);
  const Deleted deleted = delete_rows(papers_tasks(), a, "seed >= 1 AND seed < 2", "", "icsweep delete a.h5");
  EXPECT_EQ(deleted.rows, (Rows{{"augmented", {1}}}));
  EXPECT_EQ(column(a, "seed"), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(verified(a).sound, 2u);
  EXPECT_EQ(digests(deleted.kept), before);
  EXPECT_EQ(StoreReader(a).header().launches.back().command, "icsweep delete a.h5");
  store("a.h5", "[0, 1, 2]");
  EXPECT_EQ(digests(a), before) << "the sweep computes them again";
}

TEST_F(Rewriting, ADamagedRowCanBeDeletedAndNoOther) {
  const std::string a = store("a.h5", "[0, 1, 2]");
  StoreWriter(a).forget("augmented", 1);
  EXPECT_THROW(delete_rows(papers_tasks(), a, "seed = 0", "", "delete"), Error);
  EXPECT_EQ(verify_rows(papers_tasks(), StoreReader(a), false, [](const Finding&) {}).damaged_rows(), 1u)
      << "the store was not changed";
  delete_rows(papers_tasks(), a, "seed = 1", "", "delete");
  EXPECT_EQ(verified(a).sound, 2u);
}

TEST_F(Rewriting, AConditionThatNoTaskUnderstandsIsAnError) {
  const std::string a = store("a.h5", "[0]");
  EXPECT_THROW(delete_rows(papers_tasks(), a, "colour = 3", "", "delete"), Error);
  EXPECT_THROW(delete_rows(papers_tasks(), a, "seed = 0", "plain", "delete"), Error);
  EXPECT_TRUE(delete_rows(papers_tasks(), a, "seed = 7", "", "delete").rows.empty());
}

}  // namespace
}  // namespace icsweep
