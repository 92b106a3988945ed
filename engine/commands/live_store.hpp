// Keeps the page of `icsweep serve` in step with the store.
#pragma once

#include <chrono>
#include <string>

#include "io/serve/live_board.hpp"

namespace icsweep {

class LiveStore {
 public:
  /// Reads the store; of a large one only the rows, so that the page appears early. Throws its read errors.
  LiveStore(const std::string& path, LiveBoard& board);

  /// Called about once per second. Completes the page of a large store. Sends news of the launch, and the rows again if
  /// the file has changed. While a launch runs, this takes at most 1 % of the time. If the store cannot be read, the
  /// page stays as it is, and one line says so.
  void look();

 private:
  using Clock = std::chrono::steady_clock;

  /// Data that change with the file.
  struct Stamp {
    std::int64_t seconds = 0, nanoseconds = 0, size = 0;
    std::uint64_t file = 0;
    bool operator==(const Stamp&) const = default;
  };
  Stamp stamp() const;
  enum class Haste { early, complete };
  void read(bool runs, Haste haste);

  std::string path_, launch_, told_;
  LiveBoard& board_;
  Stamp read_;              // of the last read
  bool lacks_ = false;      // true if the page lacks importances and figures
  Clock::time_point next_;  // of the next allowed read
};

}  // namespace icsweep
