// Work of a search, in whole trainings and as a share of the work of all trainings.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/search.hpp"

namespace icsweep {

/// Number of settings that continue at each rung, from the first that decides.
std::vector<std::size_t> promoted_counts(const Search::Rules& rules, std::size_t settings);

/// Expected work of an experiment, in whole trainings. reach: chances of its setting, one for each deciding rung and
/// one for the end. at: share of the training at each rung. member: its number in the setting.
double expected_work(const Search::Rules& rules, const std::vector<double>& reach, const std::vector<double>& at,
                     std::size_t member);

/// Largest share of the work of all trainings that a race takes, if trainings cost the same. members: experiments per
/// setting. at: share of the training at each rung.
double share_of_budget(const Search::Rules& rules, std::size_t settings, std::size_t members,
                       const std::vector<double>& at);
double share_of_budget(const Search::Race& race);
/// Share of all races together. costs: of each experiment, in any unit.
double share_of_budget(const Search& search, const std::vector<double>& costs);

}  // namespace icsweep
