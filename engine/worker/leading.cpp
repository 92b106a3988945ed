#include "engine/worker/leading.hpp"

#include <fmt/format.h>

#include "io/base/error.hpp"

namespace icsweep {

void Leading::order(int threads, const ThreadsByRank& others) {
  const std::lock_guard lock(mutex_);
  orders_.push_back({threads, others});
}

std::optional<Leading::Team> Leading::next_order() {
  const std::lock_guard lock(mutex_);
  if (orders_.empty()) return std::nullopt;
  Team team = orders_.front();
  orders_.pop_front();
  return team;
}

std::vector<int> Leading::threads_of(const Team& team) {
  std::vector<int> threads{team.threads};
  for (const auto& [rank, its] : team.others) threads.push_back(its);
  return threads;
}

int Leading::others_threads() const {
  int sum = 0;
  for (const auto& [rank, threads] : now_.others) sum += threads;
  return sum;
}

void Leading::between_steps(const Snapshot& snapshot) {
  if (!next_ && !has_members()) next_ = next_order();
  if (!next_) return;
  std::vector<std::pair<Rank, Block>> states;
  std::optional<std::string_view> state;  // the same for all new members
  std::int64_t index = 0;
  for (const auto& [rank, threads] : next_->others) {
    ++index;
    if (now_.others.contains(rank)) continue;
    if (!state) state = snapshot();
    if (!state) throw Error(ErrorKind::mpi, "an experiment without a state was to be shared");
    states.emplace_back(
        rank, to_block({MemberWord::state, index, threads_of(*next_), std::as_bytes(std::span<const char>(*state))}));
  }
  channel_.send(states);
  now_ = *std::exchange(next_, std::nullopt);
}

void Leading::collect(const std::function<void(Bytes)>& add) {
  for (const auto& [rank, threads] : now_.others) {
    const Block block = channel_.receive(rank);
    const MemberBlock sums = member_block(block);
    if (sums.word != MemberWord::sums) missing_ = rank, expect_all();
    add(sums.bytes);
  }
}

void Leading::give(Bytes total) {
  next_ = next_order();
  std::vector<std::pair<Rank, Block>> blocks;
  for (const auto& [rank, threads] : now_.others) {
    MemberBlock block{MemberWord::total, -1, {}, total};
    if (next_) {
      block.threads = threads_of(*next_);
      const auto place = next_->others.find(rank);
      if (place != next_->others.end()) block.index = 1 + std::distance(next_->others.begin(), place);
    }
    blocks.emplace_back(rank, to_block(block));
  }
  channel_.send(blocks);
}

void Leading::expect_all() const {
  if (missing_)
    throw Error(
        ErrorKind::mpi,
        fmt::format("rank {} has left the experiment that it shared; run the same command again", missing_->value()));
}

void Leading::end() {
  expect_all();
  for (const auto& [rank, threads] : now_.others) {
    if (next_ && !next_->others.contains(rank)) continue;  // it was asked to leave
    const Block block = channel_.receive(rank);
    if (member_block(block).word == MemberWord::sums) channel_.send({{rank, to_block({MemberWord::end})}});
  }
  now_ = {};
  next_.reset();
  while (next_order()) continue;
}

}  // namespace icsweep
