// Checks that this processor has the instructions of the kernels.
#pragma once

#include <string_view>

namespace icsweep {

/// True if it has the instructions of "plain", "x86-64-v3" or "x86-64-v4"; false for other levels.
bool processor_has(std::string_view level);

/// Throws Error(config) if it lacks the instructions of `level`: the build is for a newer processor. Call it before the
/// first kernel.
void require_level(std::string_view level);

}  // namespace icsweep
