// The table `guests` in the group /launches of a store's file: the launches that helped others.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "io/store/hdf5_table.hpp"
#include "io/store/launches.hpp"

namespace icsweep::hdf5 {

/// Writes the last guests of these launches, and reserves room for all that a store keeps.
void create_guest_log(Id launches_group, const std::vector<LaunchRecord>& launches);

/// A ring buffer: when it is full, a new entry replaces the oldest one.
class GuestLog {
 public:
  /// Throws Error(store) unless it has the form that create_guest_log gives it.
  GuestLog(Id launches_group, const std::string& path);

  /// Adds to each launch its guests in order of their ranks. Invalid entries are left out.
  void read_into(std::vector<LaunchRecord>& launches) const;
  /// Writes the guest's entry: a new one, or the one of the same launch and first rank.
  void note(std::int64_t launch, const GuestRecord& guest);

 private:
  OpenTable table_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> rows_{};  // by launch and first rank
  std::int64_t next_ = 0;
};

/// True if the group has this table; earlier versions wrote none.
bool has_guest_log(Id launches_group);

}  // namespace icsweep::hdf5
