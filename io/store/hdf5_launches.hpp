// The group /launches of a store's file, and the texts of the launches' sweeps in /sweeps.
#pragma once

#include <optional>
#include <vector>

#include "io/store/hdf5_checkpoint_log.hpp"
#include "io/store/hdf5_guest_log.hpp"
#include "io/store/launches.hpp"

namespace icsweep::hdf5 {

/// Width in bytes of a launch's hosts.
inline constexpr int hosts_width = 256;

/// Writes the launches, with room for the same number of further ones. Writes each different sweep's text once,
/// including the next launch's.
void create_launches(Id file, const std::vector<LaunchRecord>& launches, const std::string& next_text);

class Launches {
 public:
  /// Throws Error(store) unless everything has the form that create_launches gives it.
  Launches(Id file, const std::string& path);

  const std::vector<LaunchRecord>& all() const { return all_; }
  /// True if one more launch fits.
  bool has_room() const { return std::int64_t(all_.size()) < table_.table().rows; }
  /// Writes the next launch's record without `began`, so that readers ignore it, and returns its number. Throws
  /// Error(store) if there is no room or the file lacks the sweep's text.
  std::int64_t add(LaunchRecord launch) const;
  /// Writes `began`, which makes the record valid. Marks earlier launches without an ending as broken off, and their
  /// guests as bereft.
  void begin(std::int64_t number, const std::string& began);
  void end(std::int64_t number, const std::string& ended, const std::string& ending) const;
  /// These do nothing in a file of an earlier version, which has no room for them.
  void note(std::int64_t number, const SavedState& checkpoint);
  void note(std::int64_t number, const GuestRecord& guest);
  /// The guest of an earlier launch leads.
  void note_lead(const GuestPlace& place);

 private:
  OpenTable table_;
  std::optional<CheckpointLog> log_;
  std::optional<GuestLog> guests_;
  std::vector<std::string> texts_;
  std::vector<LaunchRecord> all_;
};

/// Writes the text of StoreHeader::resolved as a member of the group. In the root, earlier programs would read it as a
/// table.
void write_resolved(Id file, const std::string& text);
/// Returns that text; empty if the file lacks it.
std::string read_resolved(Id file);
/// The same for StoreHeader::code_files.
void write_code_files(Id file, const std::string& text);
std::string read_code_files(Id file);

/// True if the file has this group. Files of version 1 do not have it.
bool has_launches(Id file);

}  // namespace icsweep::hdf5
