// What a store says of itself beside its tables.
#pragma once

#include <string>
#include <vector>

#include "io/store/launches.hpp"

namespace icsweep {

/// Version of the store's layout, and the oldest that is read; others are refused.
inline constexpr int store_version = 2, oldest_store_version = 1;

/// Where the results came from: the sweep that `planned` follows, with the launch that planned it, and every launch.
struct StoreHeader {
  std::string sweep_name, sweep_text, program, compiler, level, started, command;
  std::vector<LaunchRecord> launches{};
  bool has_room = true;         ///< for one more of them
  int version = store_version;  ///< of the file
};

}  // namespace icsweep
