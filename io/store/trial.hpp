// What a library may not survive, tried in another process first.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace icsweep {

/// Runs f in a child process, which leaves nothing behind. What that died of by its own fault, such as "Segmentation
/// fault", 30 s of computing or a need for 512 MiB more memory than this process has; nothing if f came to its end.
/// What f throws there as an Error is thrown here. Without a verdict, where no process is to be had or somebody else
/// has killed it, there was no death.
std::optional<std::string> death_in_trial(const std::function<void()>& f);

}  // namespace icsweep
