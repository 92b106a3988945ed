// Tries in another process what a library may not survive.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace icsweep {

/// Runs f in a child process, which leaves nothing behind. Returns the child's ending, "died of signal 11 (Segmentation
/// fault)", if it is the child's own fault: a signal, 30 s of computing, or a need for 512 MiB more memory than this
/// process has. Returns nothing if f ended, and also without a verdict: if no process can be made, it did not end
/// within 120 s, or somebody else killed it. An Error that f throws there is thrown here.
std::optional<std::string> death_in_trial(const std::function<void()>& f);

}  // namespace icsweep
