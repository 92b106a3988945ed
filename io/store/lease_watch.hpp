// Whether the lease of a store is still a launch's own.
#pragma once

#include <optional>
#include <string>

#include "io/error.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

/// Any rank's look at the lease of its launch: one whose host was cut off from the coordinator must not write into the
/// store when another launch does.
class LeaseWatch {
 public:
  /// `holder`: what no other launch's lease begins with (holder_text). A living coordinator renews its lease more often
  /// than every `patience`, so that one that stays away for longer is no more.
  LeaseWatch(const std::string& store, std::string holder, std::chrono::milliseconds patience = lease_renewal * 2);
  const std::string& holder() const { return holder_; }

  /// Nothing if there is no lease or it cannot be read.
  std::optional<bool> is_own() const;
  /// Text that is another after each renewal, on a full disk too, where only the file's time is; empty if the lease is
  /// not there or another launch's.
  std::string counter() const;
  /// Throws Error(store) if another launch holds the lease or, for `patience`, nobody.
  void expect() const;
  Error taken_over() const;

 private:
  std::string store_, path_, holder_;
  std::chrono::milliseconds patience_;
};

}  // namespace icsweep
