// The content that the viewers of `icsweep serve` see: one copy for all viewers.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "io/report/report.hpp"

namespace icsweep {

/// The state that a viewer has seen, as counters of changes.
struct Seen {
  std::uint64_t rows = 0, launch = 0;
  bool closed = false;
  bool operator==(const Seen&) const = default;
};

/// Thread-safe.
class LiveBoard {
 public:
  /// Replaces the rows. The old text stays until the last viewer has loaded it.
  void show(ReportText text);
  /// Sets the news of the launch: JSON on one line.
  void publish(std::string launch);
  /// Announces that nothing will follow.
  void close();

  /// Never null; empty before the first show().
  std::shared_ptr<const ReportText> text() const;
  std::string launch() const;
  /// Waits until there is something newer than `seen`, at most for `patience`.
  Seen wait(const Seen& seen, std::chrono::milliseconds patience) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::shared_ptr<const ReportText> text_ = std::make_shared<ReportText>();
  std::string launch_ = "null";
  Seen now_;
};

}  // namespace icsweep
