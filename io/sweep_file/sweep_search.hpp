// The table [search] of a sweep file.
#pragma once

#include "io/sweep_file/sweep_values.hpp"

namespace icsweep::sweep_values {

/// Reads [search] into sweep.search, or into sweep.rounds for method = "tpe", which has metric, rounds and per_round.
/// Others have method ("halving" or "scouts"), metric (a name, or {name, largest}), resource, keep (see
/// SearchTable::keep_of), over and per (a name or a list), and halving has eta (4) and rungs (4 or as many as fit).
/// What the names mean is known to the tasks, see engine/search/. Throws Error(config) for another key, a value of
/// another form, and a name that stands twice or in both `over` and `per`. Hyperband and races over seeds, which
/// earlier versions had, are refused; a stored sweep with one of them has no search.
void read_search(const Reader& read, const toml::key& key, const toml::node& node, bool stored, Sweep& sweep);

}  // namespace icsweep::sweep_values
