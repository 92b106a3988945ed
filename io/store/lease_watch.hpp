// Checks that the lease of a store still belongs to this launch.
#pragma once

#include <sys/stat.h>

#include <chrono>
#include <ctime>
#include <optional>
#include <string>

#include "io/base/error.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

/// Another launch writes the store, or others run this guest's experiments.
class LeaseLost : public Error {
 public:
  using Error::Error;
};

/// A rank's check of its launch's lease. A rank whose host was cut off from the coordinator must not write into the
/// store while another launch does.
class LeaseWatch {
 public:
  /// `holder`: the beginning of this launch's lease, which is unique (holder_text). A living coordinator renews its
  /// lease within `patience`. If the lease is missing for longer, the coordinator is dead.
  LeaseWatch(const std::string& store, std::string holder, std::chrono::milliseconds patience = lease_renewal * 2);
  /// For a rank of a guest: expect() also throws if the lease lists the guest as given up.
  LeaseWatch(const std::string& store, std::string holder, std::string guest);
  const std::string& holder() const { return holder_; }

  /// True if the lease belongs to this launch; nothing, with errno, if it is missing or unreadable.
  std::optional<bool> is_own() const;
  /// A text that changes with each renewal; on a full disk only the file's time changes. Empty if the lease is missing
  /// or belongs to another launch.
  std::string counter() const;
  /// Throws LeaseLost if another launch holds the lease, if nobody has held it for `patience`, or if too many open
  /// files hide it for 3 × `patience`. Reads the file if it has changed since the last call or has not
  /// been read for 0.1 s: a network's disk may show an old state. One thread at a time may call it.
  void expect() const;
  LeaseLost taken_over() const;
  /// The error of a launch that cannot read its lease, because of a shortage (see is_shortage()).
  LeaseLost unreadable(int error) const;

 private:
  /// The identity of the lease's file. Each renewal makes a new file, or changes its time.
  struct Version {
    dev_t device{};
    ino_t inode{};
    off_t size = -1;
    timespec modified{}, changed{};
    bool operator==(const Version& other) const;
  };
  Version version() const;
  std::optional<bool> is_given_up() const;

  std::string store_, path_, holder_, guest_{};
  std::chrono::milliseconds patience_;
  mutable Version seen_{};  // of the file that expect() read last
  mutable std::chrono::steady_clock::time_point read_{};
};

}  // namespace icsweep
