#include "engine/cluster/walltime.hpp"

#include <fmt/format.h>

#include "io/base/error.hpp"
#include "io/base/parsed_number.hpp"

namespace icsweep {

double walltime_of(const std::string& text, std::string_view command) {
  if (const auto seconds = parse_duration(text); seconds && *seconds > 0) return *seconds;
  throw Error(ErrorKind::config,
              fmt::format("{}: --walltime {}: write seconds, or a time such as 90s, 1h30m or 01:30:00", command, text));
}

}  // namespace icsweep
