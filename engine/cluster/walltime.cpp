#include "engine/cluster/walltime.hpp"

#include <fmt/format.h>

#include "io/sweep_file/sweep_file.hpp"

namespace icsweep {

double walltime_of(const std::string& text, std::string_view command) {
  try {
    const bool number = !text.empty() && text.find_first_not_of("0123456789.e-+") == std::string::npos;
    const std::string quote = number ? "" : "\"";
    return parse_sweep("[[grid]]\ntask = \"-\"\ntime_limit = " + quote + text + quote, "--walltime")
        .grids.at(0)
        .settings.time_limit;
  } catch (const Error&) {
    throw Error(ErrorKind::config,
                fmt::format("{}: --walltime {}: write seconds, or a time such as 90s or 1h30m", command, text));
  }
}

}  // namespace icsweep
