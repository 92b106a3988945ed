// The table `checkpoints` within the group /launches of a store's file: when launches saved the state of an experiment.
#pragma once

#include <vector>

#include "io/store/hdf5_table.hpp"
#include "io/store/launches.hpp"

namespace icsweep::hdf5 {

/// Writes the last checkpoints of these launches, with room for as many as a store keeps.
void create_checkpoint_log(Id launches_group, const std::vector<LaunchRecord>& launches);

/// A ring: when it is full, the oldest entry gives way.
class CheckpointLog {
 public:
  /// Throws Error(store) unless it is as create_checkpoint_log makes it.
  CheckpointLog(Id launches_group, const std::string& path);

  /// Gives each launch its checkpoints, in order of time. Leaves out what is no entry.
  void read_into(std::vector<LaunchRecord>& launches) const;
  void add(std::int64_t launch, const SavedState& saved);

 private:
  OpenTable table_;
  std::int64_t next_ = 0;
};

/// Whether the group has this table: files of versions before have none.
bool has_checkpoint_log(Id launches_group);

}  // namespace icsweep::hdf5
