// A store as it is, kept beside the one that replaces it.
#pragma once

#include <string>

namespace icsweep {

/// Gives the store a second name, "STORE.WHY-1" or the next that is free; where the file system gives none, a copy.
/// Returns that name. Throws Error(store).
std::string keep_copy(const std::string& store, const std::string& why);

}  // namespace icsweep
