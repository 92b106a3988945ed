// Blocks of bytes between the members of an experiment. A rank that waits for a block uses no core.
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

/// The kinds of blocks between members.
enum class MemberWord : std::int64_t {
  state,  ///< from the leader: the experiment's current state, from which the member continues
  sums,   ///< from a member: the sums of its parts of a batch
  total,  ///< from the leader: the sum of the batch
  gone,   ///< from a member: its loop has ended
  end     ///< from the leader: it does not continue
};

/// A head, followed by bytes. The head of a state or a total lists the members from the next step on: their threads,
/// the leader first, and the receiver's index, or −1 if it leaves. Without threads nothing changes.
struct MemberBlock {
  MemberWord word = MemberWord::end;
  std::int64_t index = -1;
  std::vector<int> threads{};
  std::span<const std::byte> bytes{};
};

Block to_block(const MemberBlock& block);
/// The bytes of the result are in `block`. Throws Error(mpi) if the block is not valid.
MemberBlock member_block(const Block& block);

class BlockChannel {
 public:
  /// meanwhile: called during waits; may throw. turn: if given, it is held whenever `comm` is used.
  explicit BlockChannel(const Comm& comm, std::function<void()> meanwhile = {}, std::mutex* turn = nullptr)
      : comm_(comm), meanwhile_(std::move(meanwhile)), turn_(turn) {}

  /// Sends blocks to ranks at the same time. Returns when all are on their way.
  void send(const std::vector<std::pair<Rank, Block>>& blocks) const;
  Block receive(Rank from) const;

 private:
  void wait_until(const std::function<bool()>& done, std::chrono::microseconds longest_nap) const;

  const Comm& comm_;
  std::function<void()> meanwhile_;
  std::mutex* turn_;
};

}  // namespace icsweep
