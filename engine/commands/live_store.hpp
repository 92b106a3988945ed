// Keeps the page of `icsweep serve` as the store is.
#pragma once

#include <chrono>
#include <string>

#include "io/serve/live_board.hpp"

namespace icsweep {

class LiveStore {
 public:
  /// Reads the store. Throws the errors of reading it.
  LiveStore(const std::string& path, LiveBoard& board);

  /// Called about once a second: tells news of the launch, and shows the rows anew if the file has changed. While a
  /// launch runs, reading and writing them takes at most a hundredth of the time. A store that cannot be read just now
  /// stays as it was last read, which one line says.
  void look();

 private:
  using Clock = std::chrono::steady_clock;

  /// What changes with the file.
  struct Stamp {
    std::int64_t seconds = 0, nanoseconds = 0, size = 0;
    std::uint64_t file = 0;
    bool operator==(const Stamp&) const = default;
  };
  Stamp stamp() const;
  void read(bool runs);

  std::string path_, launch_, told_;
  LiveBoard& board_;
  Stamp read_;              // when it was read last
  Clock::time_point next_;  // when it may be read again
};

}  // namespace icsweep
