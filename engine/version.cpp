#include "engine/version.hpp"

namespace icsweep {

std::string program_version() {
  return "icsweep " ICSWEEP_VERSION;
}

std::string compiler_version() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace icsweep
