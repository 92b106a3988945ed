// Counts in messages.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace icsweep {

/// "1 experiment", "2 experiments".
template <class Number>
std::string counted(Number count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == Number(1) ? "" : "s");
}

}  // namespace icsweep
