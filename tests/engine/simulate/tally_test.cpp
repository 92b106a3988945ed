#include "engine/simulate/tally.hpp"

#include <gtest/gtest.h>

namespace icsweep::tally_test {
namespace {

Tally tally_of_one() {
  return {.spent = std::vector<RankSeconds>(1), .ended = std::vector<std::size_t>(1)};
}

TEST(Tally, TimeThatIsNeitherWorkNorSlownessIsCoordination) {
  Tally tally = tally_of_one();
  book(tally, 0, {.seconds = 25, .used = 25, .work = 10, .slow = 2});
  EXPECT_EQ(tally.spent[0][Spent::work], 10);
  EXPECT_EQ(tally.spent[0][Spent::slow_ranks], 10);
  EXPECT_EQ(tally.spent[0][Spent::coordination], 5);
}

TEST(Tally, ProcessorsThatGainLessThanTheirNumberLoseToSharing) {
  Tally tally = tally_of_one();
  book(tally, 0, {.seconds = 10, .used = 20, .work = 15, .slow = 1});
  EXPECT_EQ(tally.spent[0][Spent::work], 7.5);
  EXPECT_EQ(tally.spent[0][Spent::sharing], 2.5);
  EXPECT_EQ(tally.lent_work, 7.5);
  EXPECT_EQ(tally.lent_lost, 2.5);
}

TEST(Tally, KnowsWhatEndedLast) {
  Tally tally = tally_of_one();
  book_end(tally, 0, 7, 100, true);
  book_end(tally, 0, 8, 50, false);
  EXPECT_EQ(tally.last, 7u);
  EXPECT_EQ(tally.last_end, 100);
  EXPECT_EQ(tally.finished, 1u);
  EXPECT_EQ(tally.ended[0], 2u);
}

}  // namespace
}  // namespace icsweep::tally_test
