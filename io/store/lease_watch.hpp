// Checks that the lease of a store still belongs to this launch.
#pragma once

#include <optional>
#include <string>

#include "io/base/error.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

/// A rank's check of its launch's lease. A rank whose host was cut off from the coordinator must not write into the
/// store while another launch does.
class LeaseWatch {
 public:
  /// `holder`: the beginning of this launch's lease, which is unique (holder_text). A living coordinator renews its
  /// lease within `patience`. If the lease is missing for longer, the coordinator is dead.
  LeaseWatch(const std::string& store, std::string holder, std::chrono::milliseconds patience = lease_renewal * 2);
  const std::string& holder() const { return holder_; }

  /// True if the lease belongs to this launch; nothing if it is missing or unreadable.
  std::optional<bool> is_own() const;
  /// A text that changes with each renewal; on a full disk only the file's time changes. Empty if the lease is missing
  /// or belongs to another launch.
  std::string counter() const;
  /// Throws Error(store) if another launch holds the lease, or if nobody has held it for `patience`.
  void expect() const;
  Error taken_over() const;

 private:
  std::string store_, path_, holder_;
  std::chrono::milliseconds patience_;
};

}  // namespace icsweep
