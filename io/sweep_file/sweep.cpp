#include "io/sweep_file/sweep.hpp"

#include <fmt/format.h>

namespace icsweep {

Error sweep_error(const Place& place, const std::string& what) {
  if (place.line == 0) return Error(ErrorKind::config, fmt::format("{}: {}", place.path, what));
  return Error(ErrorKind::config, fmt::format("{}:{}: {}", place.path, place.line, what));
}

}  // namespace icsweep
