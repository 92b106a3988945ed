// The only user of MPI: ranks, short text messages, and naps instead of blocking receives.
#pragma once

#include <string>
#include <vector>

#include "engine/cluster/comm.hpp"

namespace icsweep {

/// Initialises MPI for the process and finalises it. Without mpirun it is one rank.
/// MPI-IO components are chosen here, not asked of the user; SIGPIPE is ignored (a dead peer must not kill the living).
class Communicator : public Comm {
 public:
  Communicator();
  ~Communicator() override;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  bool takes_turns() const override { return takes_turns_; }
  void send(int to, const std::string& text) const override;
  std::optional<Message> poll() const override;

  /// Collective, with such naps. Rank 0's text on every rank.
  std::string broadcast(std::string text) const;
  /// Collective, with such naps. The lowest rank that says true, or size() if none does.
  int lowest_rank_where(bool condition) const;
  /// Collective, with such naps. Every rank's values one after the other on rank 0, nothing on the others.
  std::vector<double> gather(const std::vector<double>& mine) const;
  /// The same of texts, one a rank, without NUL.
  std::vector<std::string> gather(const std::string& mine) const;
  /// Ends every rank at once with this exit status, and this process within three seconds, should MPI be cut off too.
  [[noreturn]] void abort(int status) const override;

 private:
  int rank_ = 0, size_ = 1;
  bool takes_turns_ = false;
};

}  // namespace icsweep
