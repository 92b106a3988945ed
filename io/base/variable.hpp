// Variables of the environment.
#pragma once

#include <cstdlib>
#include <string>

namespace icsweep {

/// Its value; empty if it is not set.
inline std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace icsweep
