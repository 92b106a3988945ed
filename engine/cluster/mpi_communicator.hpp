// The only user of MPI: ranks, short text messages, and naps instead of blocking receives.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace icsweep {

struct Message {
  int from;
  std::string text;
};

/// Initialises MPI for the process and finalises it. Without mpirun it is one rank.
/// MPI-IO components are chosen here, not asked of the user; SIGPIPE is ignored (a dead peer must not kill the living).
class Communicator {
 public:
  Communicator();
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Whether all this may be called from several threads, from one at a time; otherwise from the first alone.
  bool takes_turns() const { return takes_turns_; }

  /// Independent. Small messages only (a few KiB), so that sending never waits for the receiver.
  void send(int to, const std::string& text) const;
  /// Independent. The next message, if one has arrived.
  std::optional<Message> poll() const;
  /// Independent. Sleeps between polls: 20 µs at first, up to 200 µs; costs no core. `meanwhile` is called between them
  /// and may throw.
  Message wait(const std::function<void()>& meanwhile) const;
  /// Collective, with such naps. Rank 0's text on every rank.
  std::string broadcast(std::string text) const;
  /// Collective, with such naps. The lowest rank that says true, or size() if none does.
  int lowest_rank_where(bool condition) const;
  /// Collective, with such naps. Every rank's values one after the other on rank 0, nothing on the others.
  std::vector<double> gather(const std::vector<double>& mine) const;
  /// The same of texts, one a rank, without NUL.
  std::vector<std::string> gather(const std::string& mine) const;
  /// Ends every rank at once with this exit status, and this process within three seconds, should MPI be cut off too.
  [[noreturn]] void abort(int status) const;

 private:
  int rank_ = 0, size_ = 1;
  bool takes_turns_ = false;
};

}  // namespace icsweep
