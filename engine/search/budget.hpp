// Work of a search, as a share of the work of all trainings.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/search.hpp"

namespace icsweep {

/// Number of settings that continue at each rung, from the first that decides.
std::vector<std::size_t> promoted_counts(const Search::Rules& rules, std::size_t settings);

/// Largest share of the work of all trainings that a race takes, if trainings cost the same. members: experiments per
/// setting. at: share of the training at each rung.
double share_of_budget(const Search::Rules& rules, std::size_t settings, std::size_t members,
                       const std::vector<double>& at);
double share_of_budget(const Search::Race& race, const std::vector<Experiment>& experiments);
/// Share of all races together. costs: of each experiment, in any unit.
double share_of_budget(const Search& search, const std::vector<Experiment>& experiments,
                       const std::vector<double>& costs);

}  // namespace icsweep
