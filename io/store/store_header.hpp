// What a store tells besides its tables.
#pragma once

#include <string>
#include <vector>

#include "io/store/launches.hpp"

namespace icsweep {

/// Version of the store's layout, and the oldest one that can be read; others are refused.
inline constexpr int store_version = 2, oldest_store_version = 1;

/// The sweep that `planned` follows, the launch that planned it, and every launch.
struct StoreHeader {
  std::string sweep_name, sweep_text, program, compiler, level, started, command;
  std::vector<LaunchRecord> launches{};
  bool has_room = true;         ///< for one more launch
  int version = store_version;  ///< of the file
};

}  // namespace icsweep
