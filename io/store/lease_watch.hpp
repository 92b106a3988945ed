// Checks whether the lease of a store is still a launch's own.
#pragma once

#include <optional>
#include <string>

#include "io/error.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

/// Any rank's check of its launch's lease: a rank whose host was cut off from the coordinator must not write into the
/// store while another launch does.
class LeaseWatch {
 public:
  /// `holder`: the beginning of this launch's lease, which no other one has (holder_text). A living coordinator renews
  /// its lease within `patience`; a lease that is missing for longer means that it is dead.
  LeaseWatch(const std::string& store, std::string holder, std::chrono::milliseconds patience = lease_renewal * 2);
  const std::string& holder() const { return holder_; }

  /// Whether the lease is this launch's; nothing if there is none or it cannot be read.
  std::optional<bool> is_own() const;
  /// A text that changes with each renewal, on a full disk by the file's time alone; empty if there is no lease or it
  /// is another launch's.
  std::string counter() const;
  /// Throws Error(store) if another launch holds the lease, or if nobody has held it for `patience`.
  void expect() const;
  Error taken_over() const;

 private:
  std::string store_, path_, holder_;
  std::chrono::milliseconds patience_;
};

}  // namespace icsweep
