// "Did you mean": the name nearest to a misspelt one.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// The first of the known names at the least edit distance; empty if none is known.
std::string nearest(const std::string& name, const std::vector<std::string>& known);

}  // namespace icsweep
