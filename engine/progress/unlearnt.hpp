// Done experiments that learnt nothing: they are no better than predicting zero.
#pragma once

#include <string>
#include <vector>

#include "io/store/store.hpp"

namespace icsweep {

/// Identities of the planned done experiments with a zero_ratio above largest_learnt_ratio; none if the task or the
/// store has no such result.
std::vector<std::string> unlearnt(const StoredTable& table);

/// "  2 learnt nothing, above 0.95 of predicting zero: 0a1b2c3d 4e5f6071" and a newline; empty if there are none.
std::string unlearnt_text(const std::vector<std::string>& identities);

}  // namespace icsweep
