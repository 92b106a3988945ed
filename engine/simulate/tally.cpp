#include "engine/simulate/tally.hpp"

#include <algorithm>

namespace icsweep {

void book(Tally& tally, Rank rank, const Ran& ran) {
  RankSeconds& spent = tally.spent[rank];
  const double lent = ran.used - ran.seconds;
  if (lent > 1e-9 * ran.seconds) {  // of every processor's time the same part is gained
    const double gained = std::min(1.0, ran.work * ran.slow / ran.used);
    spent[Spent::work] += ran.seconds * gained / ran.slow;
    spent[Spent::slow_ranks] += ran.seconds * gained * (1 - 1 / ran.slow);
    spent[Spent::sharing] += ran.seconds * (1 - gained);
    tally.lent_work += lent * gained / ran.slow;
    tally.lent_lost += lent * (1 - gained / ran.slow);
    return;
  }
  spent[Spent::work] += ran.work;
  spent[Spent::slow_ranks] += ran.work * (ran.slow - 1);
  spent[Spent::coordination] += std::max(0.0, ran.seconds - ran.work * ran.slow);
}

void book_end(Tally& tally, Rank rank, ExperimentIndex experiment, double time, bool in_time) {
  ++tally.ended[rank];
  tally.finished += in_time;
  if (time < tally.last_end) return;
  tally.last_end = time;
  tally.last = experiment;
  tally.last_rank = rank;
}

}  // namespace icsweep
