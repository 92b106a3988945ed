// The search of a launch. Makes the policy of its scheduler from the sweep, the rows and the checkpoints.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/ledger/store_plan.hpp"
#include "engine/launch/policy.hpp"

namespace icsweep {

/// The policy that runs the search. The plan has the experiments that the search decides about.
std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const StorePlan& plan);

/// The number of rounds of proposals that the launch knows.
std::string rounds_text(std::int64_t rounds, bool has_more);

}  // namespace icsweep
