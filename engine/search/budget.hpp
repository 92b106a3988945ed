// The work of a search: the share of all trainings that it takes.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/search.hpp"

namespace icsweep {

/// Number of settings that continue at each rung, from the first that decides: at most as many reach the next.
std::vector<std::size_t> promoted_counts(const Search::Rules& rules, std::size_t settings);

/// Share of the work of all trainings that a race takes at most, if they cost the same. members: experiments per
/// setting. at: by rung, the share of the training.
double share_of_budget(const Search::Rules& rules, std::size_t settings, std::size_t members,
                       const std::vector<double>& at);
double share_of_budget(const Search::Race& race, const std::vector<Experiment>& experiments);
/// Of all races together. costs: by experiment, in any unit.
double share_of_budget(const Search& search, const std::vector<Experiment>& experiments,
                       const std::vector<double>& costs);

}  // namespace icsweep
