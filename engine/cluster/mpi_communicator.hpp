// The communicator over MPI: texts and blocks, and naps instead of blocking receives. All calls of MPI are here;
// beside it only io/store uses MPI, for HDF5's files on MPI_COMM_SELF.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/cluster/comm.hpp"

namespace icsweep {

/// Initialises MPI for the process and finalises it. Without mpirun it is one rank.
/// It chooses MPI-IO's components, so that no user has to; it ignores SIGPIPE, since a dead peer must not kill the
/// living.
class Communicator : public Comm {
 public:
  Communicator();
  ~Communicator() override;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  Rank rank() const override { return Rank(rank_); }
  int size() const override { return size_; }
  bool takes_turns() const override { return takes_turns_; }
  void send(Rank to, const std::string& text) const override;
  std::optional<Message> poll() const override;
  std::unique_ptr<Transfer> send_block(Rank to, std::span<const std::byte> block) const override;
  std::unique_ptr<Transfer> receive_block(Rank from) const override;

  /// Collective; naps while it waits. Rank 0's text on every rank.
  std::string broadcast(std::string text) const;
  /// Collective; naps while it waits. The lowest rank whose condition is true, or size() if none is.
  int lowest_rank_where(bool condition) const;
  /// Collective; naps while it waits. On rank 0 every rank's values one after the other, nothing on the others.
  std::vector<double> gather(const std::vector<double>& mine) const;
  /// One text per rank, on every rank; texts hold no NUL. Collective; naps while it waits.
  std::vector<std::string> gather_everywhere(const std::string& mine) const;
  /// Calls `act` at every nap of a collective call from now on.
  void meanwhile(std::function<void()> act) const;
  /// Ends every rank at once with this exit status, and this process within three seconds even if MPI is cut off.
  [[noreturn]] void abort(int status) const override;

 private:
  int rank_ = 0, size_ = 1;
  bool takes_turns_ = false;
};

}  // namespace icsweep
