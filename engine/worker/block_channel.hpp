// Blocks between the members of an experiment. A rank that waits for one costs no core.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "engine/cluster/comm.hpp"

namespace icsweep {

/// What a member's block is.
enum class MemberWord : std::int64_t {
  state,  ///< leader: the experiment as it is now, from which the member goes on
  sums,   ///< member: of its parts of a batch
  total,  ///< leader: of the batch
  gone,   ///< member: its loop has ended
  end     ///< leader: it goes on no more
};

/// Bytes that follow a head. The head of a state or a total says who takes part from the next step on: threads by
/// member, the leader first, and the receiver's number, −1 if it leaves; no threads: as before.
struct MemberBlock {
  MemberWord word = MemberWord::end;
  std::int64_t index = -1;
  std::vector<int> threads{};
  std::span<const std::byte> bytes{};
};

Block to_block(const MemberBlock& block);
/// Its bytes are those of `block`. Throws Error(mpi) if it is none.
MemberBlock member_block(const Block& block);

class BlockChannel {
 public:
  /// meanwhile: called while it waits, may throw. turn: held whenever `comm` is used, if there is one.
  explicit BlockChannel(const Comm& comm, std::function<void()> meanwhile = {}, std::mutex* turn = nullptr)
      : comm_(comm), meanwhile_(std::move(meanwhile)), turn_(turn) {}

  /// Sends blocks to ranks at the same time; returns when all are on their way.
  void send(const std::vector<std::pair<Rank, Block>>& blocks) const;
  Block receive(Rank from) const;

 private:
  void wait_until(const std::function<bool()>& done, std::chrono::microseconds longest_nap) const;

  const Comm& comm_;
  std::function<void()> meanwhile_;
  std::mutex* turn_;
};

}  // namespace icsweep
