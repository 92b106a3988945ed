// Tries, in another process, calls that may crash a library.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace icsweep {

/// Runs f in a child process, which leaves nothing behind. Returns the child's ending, "died of signal 11 (Segmentation
/// fault)", if the child itself is at fault: a signal, 30 s of computing, or a need for 512 MiB more memory than this
/// process has. Returns nothing if f ended, or if there is no verdict: no process could be made, it did not end within
/// 120 s, or somebody else killed it. Rethrows an Error that f throws.
std::optional<std::string> death_in_trial(const std::function<void()>& f);

}  // namespace icsweep
