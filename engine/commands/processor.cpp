#include "engine/commands/processor.hpp"

#include <fmt/format.h>

#include "io/base/error.hpp"

namespace icsweep {

bool processor_has(std::string_view level) {
  if (level == "plain") return true;
#ifdef __x86_64__
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  if (level == "x86-64-v3") return v3;
  if (level == "x86-64-v4")
    return v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#endif
  return false;
}

void require_level(std::string_view level) {
  if (!processor_has(level))
    throw Error(ErrorKind::config, fmt::format("this program was built for {} processors only: build it on this one, "
                                               "or for all with jobs/quickstart.sh --levels all",
                                               level));
}

}  // namespace icsweep
