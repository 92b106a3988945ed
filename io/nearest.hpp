// "Did you mean": what a misspelt name stands for.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// The first of the known names at the least edit distance; empty if none is known.
std::string nearest(const std::string& name, const std::vector<std::string>& known);

}  // namespace icsweep
