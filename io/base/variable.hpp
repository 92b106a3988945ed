// Variables of the environment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "io/base/parsed_number.hpp"

namespace icsweep {

/// Its value; empty if it is not set.
inline std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Its value as a whole number from 0; 0 if it is not set or has another value.
inline std::int64_t count_variable(const char* name) {
  return std::max<std::int64_t>(0, whole_number(variable(name)).value_or(0));
}

}  // namespace icsweep
