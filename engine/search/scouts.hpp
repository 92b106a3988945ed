// Scouts: the first experiment of each setting trains first, and the others follow where it was good.
//
// All scouts train to a look at 1/27 of the training. A third of them continues to the end. Three quarters of these
// places go to the best by the metric at the look, the others to the best by a forecast from a third of the look and
// the look. The settings of the `keep` best scouts at the end are promoted: their other experiments are trained. Early
// values order steady learners well; a large learning rate that spikes and recovers is among the worst and falls
// fastest.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/race.hpp"
#include "engine/search/score.hpp"

namespace icsweep {

/// Number of scouts that continue to the end.
std::size_t scouts_to_end(const Search::Rules& rules, std::size_t settings);

/// Forecast of the metric at the end, after 27 times the steps of the look: threefold training multiplies it by
/// at_look / before. If a value is not positive, the difference is added instead.
double expected_at_end(double before, double at_look);

/// Moves the scouts that continue from the look to the front. order: those with a value there, the best first.
void choose_scouts(const Search::Rules& rules, std::size_t go_on,
                   const Indexed<SettingIndex, std::vector<Entrant>>& entrants, std::vector<Placed>& order);

}  // namespace icsweep
