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

/// Members join with a copy of the experiment's state and make every step along with it. Who takes part changes between
/// two steps; the total of the step before announces it to those who are there.
class Leading final : public Members {
 public:
  using Snapshot = std::function<std::optional<std::string_view>()>;
  using ThreadsByRank = std::map<Rank, int>;

  explicit Leading(BlockChannel channel) : channel_(std::move(channel)) {}

  /// From a step soon on the leader has so many threads, and these other ranks take part; each waits for the state if
  /// it did not take part before. Orders are obeyed one after the other. Any thread may call it.
  void order(int threads, const ThreadsByRank& others);
  /// Between two steps of the experiment's loop.
  void between_steps(const Snapshot& snapshot);
  /// The loop is left: nobody takes part any more. Throws Error(mpi) if a member was missing at a step: then the task
  /// has failed for the program's sake.
  void end();

  bool has_members() const { return !now_.others.empty(); }
  /// Threads of the other members.
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
  std::mutex mutex_;  // of orders_
  std::deque<Team> orders_;
  Team now_;
  std::optional<Team> next_;  // announced
  std::optional<Rank> missing_;
};

}  // namespace icsweep
