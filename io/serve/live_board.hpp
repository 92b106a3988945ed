// What the viewers of `icsweep serve` are shown: one copy for all of them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "io/report/report.hpp"

namespace icsweep {

/// What a viewer has seen: numbers that grow with each change.
struct Seen {
  std::uint64_t rows = 0, launch = 0;
  bool closed = false;
  bool operator==(const Seen&) const = default;
};

/// Any thread may call it.
class LiveBoard {
 public:
  /// New rows in place of the old ones, which stay until the last viewer that loads them has them.
  void show(ReportText text);
  /// News of the launch, JSON in one line.
  void tell(std::string launch);
  /// Nothing will follow.
  void close();

  /// Never null; empty texts before the first show().
  std::shared_ptr<const ReportText> text() const;
  std::string launch() const;
  /// Waits until there is more than `seen`, at most for `patience`.
  Seen wait(const Seen& seen, std::chrono::milliseconds patience) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::shared_ptr<const ReportText> text_ = std::make_shared<ReportText>();
  std::string launch_ = "null";
  Seen now_;
};

}  // namespace icsweep
