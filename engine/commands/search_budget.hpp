// What a sweep's search takes, for `icsweep plan`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/search/search.hpp"

namespace icsweep {

/// Lines that tell the races, how many settings reach which rung, and the share of the work of all trainings that the
/// search takes at most.
std::string budget_text(const Search& search, const std::vector<Experiment>& experiments,
                        const std::vector<Prediction>& predicted);

/// The same as JSON: {"share": 0.1, "races": [{"race", "experiments", "rungs": [{"at", "of", "settings"}]}]}.
nlohmann::json budget_json(const Search& search, const std::vector<Experiment>& experiments,
                           const std::vector<Prediction>& predicted);

/// Each experiment's time and operations times its race's share of the budget: an average, since nobody knows before
/// which settings go on.
std::vector<Prediction> with_search(const Search& search, const std::vector<Experiment>& experiments,
                                    std::vector<Prediction> predicted);

/// How rounds of proposals are counted before there are results.
std::string rounds_text(const RoundsTable& table);

}  // namespace icsweep
