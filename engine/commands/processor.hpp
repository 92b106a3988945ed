// Whether this processor has the instructions that the kernels are built for.
#pragma once

#include <string_view>

namespace icsweep {

/// Whether it has those of "plain", "x86-64-v3" or "x86-64-v4"; no other level.
bool processor_has(std::string_view level);

/// Throws a config error if it lacks those of `level`: a build for one processor was brought to an older one. To be
/// called before the first kernel.
void require_level(std::string_view level);

}  // namespace icsweep
