// A process of another program, with pipes for its input, output and errors.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// What to start.
struct SpawnOrder {
  std::string file{};                      ///< path of the program's file
  std::vector<std::string> arguments{};    ///< with [0]
  std::vector<std::string> environment{};  ///< NAME=value each
  std::string folder{};                    ///< its working folder; empty: this process's
};

/// The program runs in a session of its own, with no descriptors but its three pipes, default signals. It dies with the
/// process that started it, and what it has started with it (io/keeper.hpp); without a keeper's file it dies alone,
/// with the thread. Linux alone.
class SpawnedProcess {
 public:
  /// Throws std::runtime_error with one line if it cannot be started.
  explicit SpawnedProcess(const SpawnOrder& order);
  /// Closes its input, gives it two seconds to end by itself, and kills what it has started and left behind. In a
  /// forked copy of the process that started it: leaves it alone.
  ~SpawnedProcess();
  SpawnedProcess(const SpawnedProcess&) = delete;
  SpawnedProcess& operator=(const SpawnedProcess&) = delete;

  /// Whether this process started it; a forked copy did not.
  bool is_own() const;
  /// Whether it has ended; what it has started is then killed.
  bool has_ended();
  /// Kills it, its group and its other descendants.
  void kill();
  /// "ended with exit status 3", "died of signal 9 (Killed)"; only after it has ended.
  std::string ending() const;
  /// Whether it ended by a signal that asks a whole job to end (TERM, INT, HUP, USR1, USR2), or with the status by
  /// which shells report one; only after it has ended.
  bool was_asked_to_end() const;

  /// Waits up to so many milliseconds until there is something to read or, if `to_write`, room to write.
  void wait(int milliseconds, bool to_write = false);
  /// Takes as much as the program's input has room for now; false if the program has closed it.
  bool write(std::string_view& text);
  /// How many bytes of what was written the program has not read yet.
  int unread() const;
  /// What came on its standard output since the last call is appended to `to`, a few pipes' worth at a time; false once
  /// it is closed.
  bool read_output(std::string& to) { return read(1, to); }
  bool read_errors(std::string& to) { return read(2, to); }

 private:
  bool read(int which, std::string& to);
  void close(int which);

  pid_t process_ = -1, owner_ = -1;
  std::string mark_;             // in the environment of its descendants
  int pipes_[3] = {-1, -1, -1};  // our ends of its descriptors 0, 1 and 2
  int life_ = -1;                // ends with this process, which its keeper notices
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace icsweep
