// Ranks that are threads of one process.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "engine/cluster/comm.hpp"

namespace icsweep::test {

/// Messages on the way between ranks. As with a large block in MPI, a sender's transfer is complete only when its
/// block has been received.
struct Wires {
  struct Sent {
    Block block;
    std::shared_ptr<std::atomic<bool>> is_taken;
  };
  std::mutex mutex;
  std::map<std::pair<Rank, Rank>, std::deque<Sent>> sent;  // from, to
};

class ThreadComm final : public Comm {
 public:
  ThreadComm(Wires& wires, Rank rank) : wires_(wires), rank_(rank) {}

  Rank rank() const override { return rank_; }
  int size() const override { return 100; }
  bool takes_turns() const override { return true; }
  void send(Rank, const std::string&) const override {}
  std::optional<Message> poll() const override { return std::nullopt; }
  [[noreturn]] void abort(int) const override { throw std::logic_error("aborted"); }

  std::unique_ptr<Transfer> send_block(Rank to, std::span<const std::byte> block) const override {
    const std::lock_guard lock(wires_.mutex);
    auto taken = std::make_shared<std::atomic<bool>>(false);
    wires_.sent[{rank_, to}].push_back({{block.begin(), block.end()}, taken});
    return std::make_unique<OneBlock>(taken);
  }
  std::unique_ptr<Transfer> receive_block(Rank from) const override {
    const std::lock_guard lock(wires_.mutex);
    auto& queue = wires_.sent[{from, rank_}];
    if (queue.empty()) return nullptr;
    auto transfer = std::make_unique<OneBlock>(queue.front().is_taken);
    transfer->block = std::move(queue.front().block);
    *queue.front().is_taken = true;
    queue.pop_front();
    return transfer;
  }

 private:
  struct OneBlock final : Transfer {
    explicit OneBlock(std::shared_ptr<std::atomic<bool>> taken) : is_taken(std::move(taken)) {}
    bool is_complete() override { return *is_taken; }
    std::shared_ptr<std::atomic<bool>> is_taken;
  };

  Wires& wires_;
  Rank rank_;
};

}  // namespace icsweep::test
