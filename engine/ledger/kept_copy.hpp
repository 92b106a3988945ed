// The present store, kept beside the one that replaces it.
#pragma once

#include <string>

namespace icsweep {

/// Keeps the present store beside the one that will replace it: gives it a second name, "STORE.WHY-1" or the next free
/// number. Copies it where the file system has no hard links. Returns that name. Throws Error(store).
std::string keep_copy(const std::string& store, const std::string& why);

}  // namespace icsweep
