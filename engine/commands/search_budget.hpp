// Cost of the search of a sweep, for `icsweep plan`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/search/search.hpp"

namespace icsweep {

/// Lines about the races: how many settings reach each rung, and the largest share of all training work that the search
/// takes.
std::string budget_text(const Search& search, const std::vector<Experiment>& experiments,
                        const std::vector<Prediction>& predicted);

/// The same as JSON: {"share": 0.1, "races": [{"race", "experiments", "rungs": [{"at", "of", "settings"}]}]}.
nlohmann::json budget_json(const Search& search, const std::vector<Experiment>& experiments,
                           const std::vector<Prediction>& predicted);

/// Time and operations of each experiment, multiplied by the share of the budget of its race. This is an average, since
/// it is unknown which settings will continue.
std::vector<Prediction> with_search(const Search& search, std::vector<Prediction> predicted);

/// Text about rounds of proposals before there are results.
std::string rounds_text(const RoundsTable& table);

}  // namespace icsweep
