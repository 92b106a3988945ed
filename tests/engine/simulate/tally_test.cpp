#include "engine/simulate/tally.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep::tally_test {
namespace {

Tally tally_of_one() {
  return {.spent = Indexed<Rank, RankSeconds>(1), .ended = Indexed<Rank, std::size_t>(1)};
}

TEST(Tally, TimeThatIsNeitherWorkNorSlownessIsCoordination) {
  Tally tally = tally_of_one();
  book(tally, 0_rank, {.seconds = 25, .used = 25, .work = 10, .slow = 2});
  EXPECT_EQ(tally.spent[0_rank][Spent::work], 10);
  EXPECT_EQ(tally.spent[0_rank][Spent::slow_ranks], 10);
  EXPECT_EQ(tally.spent[0_rank][Spent::coordination], 5);
}

TEST(Tally, ProcessorsThatGainLessThanTheirNumberLoseToSharing) {
  Tally tally = tally_of_one();
  book(tally, 0_rank, {.seconds = 10, .used = 20, .work = 15, .slow = 1});
  EXPECT_EQ(tally.spent[0_rank][Spent::work], 7.5);
  EXPECT_EQ(tally.spent[0_rank][Spent::sharing], 2.5);
  EXPECT_EQ(tally.lent_work, 7.5);
  EXPECT_EQ(tally.lent_lost, 2.5);
}

TEST(Tally, KnowsWhatEndedLast) {
  Tally tally = tally_of_one();
  book_end(tally, 0_rank, 7_experiment, 100, true);
  book_end(tally, 0_rank, 8_experiment, 50, false);
  EXPECT_EQ(tally.last, 7_experiment);
  EXPECT_EQ(tally.last_end, 100);
  EXPECT_EQ(tally.finished, 1u);
  EXPECT_EQ(tally.ended[0_rank], 2u);
}

}  // namespace
}  // namespace icsweep::tally_test
