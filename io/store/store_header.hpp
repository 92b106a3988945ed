// What a store tells besides its tables.
#pragma once

#include <string>
#include <vector>

#include "io/store/launches.hpp"

namespace icsweep {

/// Version of the store's layout, and the oldest one that can be read; others are refused. A store whose sweep never
/// had a search is of the version before it, so that programs before searches read it too.
inline constexpr int store_version = 3, version_without_search = 2, oldest_store_version = 1;

/// The sweep that `planned` follows, the launch that planned it, and every launch.
struct StoreHeader {
  std::string sweep_name, sweep_text, program, compiler, level, started, command;
  std::vector<LaunchRecord> launches{};
  bool has_room = true;         ///< for one more launch
  std::string search{};         ///< SearchTable::text() of that sweep's search; empty: it has none
  int version = store_version;  ///< of the file
  /// The sweep with everything that its text leaves to files and the command line (engine/sweep/resolved_sweep.hpp);
  /// empty in stores of earlier versions, and if nothing says what all its launches plan together.
  std::string resolved{};
};

}  // namespace icsweep
