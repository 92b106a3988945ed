// The leader's side of an experiment that ranks of other hosts share.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>

#include "engine/worker/block_channel.hpp"
#include "models/cpu/members.hpp"

namespace icsweep {

/// Members join with a copy of the experiment's state and make every step along with it. The team changes between two
/// steps. The total of the previous step announces the change to the members.
class Leading final : public Members {
 public:
  using Snapshot = std::function<std::optional<std::string_view>()>;
  using ThreadsByRank = std::map<Rank, int>;

  explicit Leading(BlockChannel channel) : channel_(std::move(channel)) {}

  /// From one of the next steps on, the leader has `threads` threads and `others` take part. A new member first waits
  /// for the state. Orders are carried out one after the other. Any thread may call this.
  void order(int threads, const ThreadsByRank& others);
  /// Called between two steps of the experiment's loop.
  void between_steps(const Snapshot& snapshot);
  /// Called after the loop: there are no members any more. Throws Error(mpi) if a member was missing at a step; then
  /// the task has failed because of icsweep.
  void end();

  bool has_members() const { return !now_.others.empty(); }
  /// The threads of the other members.
  int others_threads() const;

  std::pair<int, int> own_blocks(int blocks) const override { return blocks_of_member(0, threads_of(now_), blocks); }
  bool leads() const override { return true; }
  void collect(const std::function<void(Bytes)>& add) override;
  void give(Bytes total) override;

 private:
  struct Team {
    int threads = 1;
    ThreadsByRank others{};
  };

  Bytes hand_in(Bytes sums) override { return sums; }
  static std::vector<int> threads_of(const Team& team);
  std::optional<Team> next_order();
  void expect_all() const;

  BlockChannel channel_;
  std::mutex mutex_;  // protects orders_
  std::deque<Team> orders_;
  Team now_;
  std::optional<Team> next_;  // announced to the members
  std::optional<Rank> missing_;
};

}  // namespace icsweep
