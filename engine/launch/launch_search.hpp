// The search of a launch: from the sweep, and from what rows and checkpoints tell, to the policy of its scheduler.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/planning/store_plan.hpp"
#include "engine/scheduling/policy.hpp"

namespace icsweep {

/// The sweep's races, if it has any. Throws Error(config) for a search with --only, and as make_search does.
std::optional<Search> search_of(const Sweep& sweep, const std::vector<std::string>& only,
                                std::vector<Experiment>& experiments);

/// The policy that runs it. `plan`: of these experiments.
std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const std::vector<Experiment>& experiments,
                                                const StorePlan& plan);

/// Why pruned rows wait again.
std::string unpruned_text(std::size_t rows, bool searched);

/// How many rounds of proposals the launch knows.
std::string rounds_text(std::int64_t rounds, bool has_more);

}  // namespace icsweep
