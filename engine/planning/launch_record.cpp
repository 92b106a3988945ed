#include "engine/planning/launch_record.hpp"

#include "engine/planning/version.hpp"

namespace icsweep {

LaunchRecord this_program(std::int64_t number) {
  return {
      .number = number, .program = full_version(), .compiler = compiler_version(), .level = instruction_set_level()};
}

}  // namespace icsweep
