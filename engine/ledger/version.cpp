#include "engine/ledger/version.hpp"

#include <fmt/format.h>

#include "engine/ledger/build_identity.hpp"

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

std::string build_hash() {
  return ICSWEEP_BUILD_HASH;
}

std::string commit() {
  return ICSWEEP_COMMIT;
}

std::string full_version() {
  return fmt::format("{} (commit {}, build {})", program_version(), commit(), build_hash());
}

std::string checkpoint_program() {
  return fmt::format("{} build {}", program_version(), build_hash());
}

LaunchRecord this_program(std::int64_t number) {
  return {
      .number = number, .program = full_version(), .compiler = compiler_version(), .level = instruction_set_level()};
}

}  // namespace icsweep
