// The communicator over MPI: texts and blocks, with sleeps in place of blocking receives. All calls of MPI are here
// and in mpi_library.hpp, except that io/store uses MPI for HDF5's files on MPI_COMM_SELF.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/cluster/comm.hpp"

namespace icsweep {

/// Initialises MPI for the process and finalises it. Without mpirun there is one rank. Chooses MPI-IO's components, so
/// that no user has to. Ignores SIGPIPE, since a dead peer must not kill a live process.
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

  /// Collective; sleeps while it waits. Returns rank 0's text on every rank.
  std::string broadcast(std::string text) const;
  /// Collective; sleeps while it waits. Returns the lowest rank whose condition is true, or size() without one.
  int lowest_rank_where(bool condition) const;
  /// Collective; sleeps while it waits. Returns the values of all ranks one after the other on rank 0, and nothing on
  /// others.
  std::vector<double> gather(const std::vector<double>& mine) const;
  /// Collective; sleeps while it waits. Returns one text per rank, on every rank. Texts must not contain NUL.
  std::vector<std::string> gather_everywhere(const std::string& mine) const;
  /// From now on calls `act` at every sleep of a collective call.
  void meanwhile(std::function<void()> act) const;
  /// Ends every rank at once with this exit status, and this process within three seconds even if MPI is cut off.
  [[noreturn]] void abort(int status) const override;

 private:
  int rank_ = 0, size_ = 1;
  bool takes_turns_ = false;
};

}  // namespace icsweep
