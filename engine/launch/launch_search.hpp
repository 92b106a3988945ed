// The search of a launch: from the sweep, and from what rows and checkpoints tell, to the policy of its scheduler.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/planning/store_plan.hpp"
#include "engine/scheduling/policy.hpp"

namespace icsweep {

/// The policy that runs it. The plan is of the experiments that the search decides about.
std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const StorePlan& plan);

/// How many rounds of proposals the launch knows.
std::string rounds_text(std::int64_t rounds, bool has_more);

}  // namespace icsweep
