// The group /launches of a store's file, and the texts of their sweeps in /sweeps.
#pragma once

#include <optional>
#include <vector>

#include "io/store/hdf5_table.hpp"
#include "io/store/launches.hpp"

namespace icsweep::hdf5 {

/// Bytes of a launch's hosts.
inline constexpr int hosts_width = 256;

/// Writes them, with room for as many again, and each text of a sweep once, with that of the next launch.
void create_launches(Id file, const std::vector<LaunchRecord>& launches, const std::string& next_text);

class Launches {
 public:
  /// Throws Error(store) unless everything is as create_launches makes it.
  Launches(Id file, const std::string& path);

  const std::vector<LaunchRecord>& all() const { return all_; }
  /// Whether one more fits.
  bool has_room() const { return std::int64_t(all_.size()) < table_.table().rows; }
  /// Writes the next one, of this number, but for its beginning, by which a reader knows that it is there. Throws
  /// Error(store) without room, or if the file lacks its sweep's text.
  std::int64_t add(LaunchRecord launch) const;
  /// Writes that; it is there now. Those before it that have no end were broken off.
  void begin(std::int64_t number, const std::string& began) const;
  void end(std::int64_t number, const std::string& ended, const std::string& ending) const;

 private:
  OpenTable table_;
  std::vector<std::string> texts_;
  std::vector<LaunchRecord> all_;
};

/// Whether the file has them: those of version 1 do not.
bool has_launches(Id file);

}  // namespace icsweep::hdf5
