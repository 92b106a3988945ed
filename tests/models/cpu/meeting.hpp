// Members of an experiment as threads of one process.
#pragma once

#include <barrier>
#include <cstring>

#include "models/cpu/members.hpp"

namespace icsweep::test {

/// Bytes that the members exchange.
struct Meeting {
  explicit Meeting(std::vector<int> shares)
      : threads(std::move(shares)), sums(threads.size()), all(long(threads.size())) {}

  std::vector<int> threads;  // by member
  std::vector<std::vector<std::byte>> sums;
  std::vector<std::byte> total;
  std::barrier<> all;
};

class ThreadMember final : public Members {
 public:
  ThreadMember(Meeting& meeting, std::size_t index) : meeting_(meeting), index_(index) {}

  std::pair<int, int> own_blocks(int blocks) const override {
    return blocks_of_member(index_, meeting_.threads, blocks);
  }
  bool leads() const override { return index_ == 0; }
  void collect(const std::function<void(Bytes)>& add) override {
    meeting_.all.arrive_and_wait();
    for (std::size_t i = meeting_.sums.size(); i-- > 1;) add(meeting_.sums[i]);
  }
  void give(Bytes total) override {
    meeting_.total.assign(total.begin(), total.end());
    meeting_.all.arrive_and_wait();
  }
  Bytes hand_in(Bytes sums) override {
    meeting_.sums[index_].assign(sums.begin(), sums.end());
    meeting_.all.arrive_and_wait();
    meeting_.all.arrive_and_wait();
    return meeting_.total;
  }

 private:
  Meeting& meeting_;
  std::size_t index_;
};

}  // namespace icsweep::test
