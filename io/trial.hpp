// What a library may not survive, tried in another process first.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace icsweep {

/// Runs f in a child process, which leaves nothing behind. What that died of, such as "Segmentation fault", or nothing
/// if f came to its end, by an exception too. It is given 30 s of computing. Where no process is to be had there is no
/// trial, and no death.
std::optional<std::string> death_in_trial(const std::function<void()>& f);

}  // namespace icsweep
