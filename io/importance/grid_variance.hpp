// Variance shares of a sweep that is a product of its axes, with or without seeds.
//
// Each value of an axis counts the same. With a result in every cell of the product the marginal means are those of the
// cells, so the decomposition is exact: no model stands between the table and its shares, as a forest's would, which
// never sees a third of the cells of a small grid. A cell without a result gets the value of the main effects and pairs
// fitted to the others by least squares (Healy and Westmacott 1956: the value that agrees with its own fit); with two
// factors pairs are saturated and main effects serve. The s-th seed of each setting makes a replicate of the whole
// table, so that noise is taken out of the shares and gives their error (effects.hpp), also where a seed's noise is
// common to many settings. With one seed the shares contain noise; what lies beyond pairs is an upper bound for it
// and gives the error.
#pragma once

#include <optional>

#include "io/importance/decomposition.hpp"
#include "io/importance/observations.hpp"

namespace icsweep {

/// Nothing unless at least half of the product's cells have results, or if there is one result for each of many values
/// of a single factor: a forest then smoothes.
std::optional<Decomposition> grid_variance(const Observations& observations);

}  // namespace icsweep
