// Scouts: the first experiment of each setting goes ahead, and the others follow where it was good.
//
// Of n settings the scouts train to a look at 1/27 of the training. A third of them goes on to the end: three quarters
// of these places go to the best by the metric at the look, the others to those that would be the best at the end if
// they went on as since a third of the look. The settings of the `keep` best scouts at the end are promoted: their
// other experiments are trained. Early values order well what learns steadily; a large learning rate that spikes and
// recovers is among the worst of them and falls the fastest.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/race.hpp"
#include "engine/search/score.hpp"

namespace icsweep {

/// How many of n settings' scouts go on to the end.
std::size_t scouts_to_end(const Search::Rules& rules, std::size_t settings);

/// The metric at the end, where three times three times three as many steps are done, if each three-fold multiplies it
/// by what the last one did; if a value is not positive, adds to it.
double expected_at_end(double before, double at_look);

/// Puts those that go on from the look first. order: all that have a value there, the best first.
void choose_scouts(const Search::Rules& rules, std::size_t go_on,
                   const Indexed<SettingIndex, std::vector<Entrant>>& entrants, std::vector<Placed>& order);

/// What a race with scouts takes of all trainings, if they cost the same. members: experiments of a setting.
double scouts_share_of_budget(const Search::Rules& rules, std::size_t settings, std::size_t members, double look);

}  // namespace icsweep
