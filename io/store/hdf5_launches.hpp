// The group /launches of a store's file, and the texts of the launches' sweeps in /sweeps.
#pragma once

#include <optional>
#include <vector>

#include "io/store/hdf5_checkpoint_log.hpp"
#include "io/store/launches.hpp"

namespace icsweep::hdf5 {

/// Bytes of a launch's hosts.
inline constexpr int hosts_width = 256;

/// Writes the launches, with room for as many again, and each different sweep's text once, including the next launch's.
void create_launches(Id file, const std::vector<LaunchRecord>& launches, const std::string& next_text);

class Launches {
 public:
  /// Throws Error(store) unless everything is as create_launches makes it.
  Launches(Id file, const std::string& path);

  const std::vector<LaunchRecord>& all() const { return all_; }
  /// Whether one more launch fits.
  bool has_room() const { return std::int64_t(all_.size()) < table_.table().rows; }
  /// Writes the next launch's record except `began`, without which readers ignore it, and returns its number. Throws
  /// Error(store) without room, or if the file lacks its sweep's text.
  std::int64_t add(LaunchRecord launch) const;
  /// Writes `began`, which makes the record valid. Marks earlier launches without an ending as broken off.
  void begin(std::int64_t number, const std::string& began) const;
  void end(std::int64_t number, const std::string& ended, const std::string& ending) const;
  /// Does nothing in a file of a version before, which has no room for it.
  void note(std::int64_t number, const SavedState& checkpoint);

 private:
  OpenTable table_;
  std::optional<CheckpointLog> log_;
  std::vector<std::string> texts_;
  std::vector<LaunchRecord> all_;
};

/// The text of StoreHeader::resolved, as a member of the group: programs before it take other links for tables.
void write_resolved(Id file, const std::string& text);
/// Empty if there is none.
std::string read_resolved(Id file);

/// Whether the file has this group: files of version 1 do not.
bool has_launches(Id file);

}  // namespace icsweep::hdf5
