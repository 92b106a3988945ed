// The table `checkpoints` in the group /launches of a store's file: the times at which launches saved the state of an
// experiment.
#pragma once

#include <vector>

#include "io/store/hdf5_table.hpp"
#include "io/store/launches.hpp"

namespace icsweep::hdf5 {

/// Writes the last checkpoints of these launches, and reserves room for all that a store keeps.
void create_checkpoint_log(Id launches_group, const std::vector<LaunchRecord>& launches);

/// A ring buffer: when it is full, a new entry replaces the oldest one.
class CheckpointLog {
 public:
  /// Throws Error(store) unless it has the form that create_checkpoint_log gives it.
  CheckpointLog(Id launches_group, const std::string& path);

  /// Adds to each launch its checkpoints in order of time. Invalid entries are left out.
  void read_into(std::vector<LaunchRecord>& launches) const;
  void add(std::int64_t launch, const SavedState& saved);

 private:
  OpenTable table_;
  std::int64_t next_ = 0;
};

/// True if the group has this table; earlier versions wrote none.
bool has_checkpoint_log(Id launches_group);

}  // namespace icsweep::hdf5
