// Ranks without MPI. The partner of a coordinator or worker is a script that answers at once.
#pragma once

#include <deque>
#include <functional>

#include "engine/cluster/comm.hpp"

namespace icsweep {

/// Thrown by abort(), which does not end the process here.
struct Aborted {
  int status;
};

/// The communicator of a rank. Messages that it sends go to `hears`, which may put messages of the other ranks into
/// `inbox`.
class FakeComm : public Comm {
 public:
  explicit FakeComm(int size, Rank rank = {}) : size_(size), rank_(rank) {}

  Rank rank() const override { return rank_; }
  int size() const override { return size_; }
  bool takes_turns() const override { return false; }
  void send(Rank to, const std::string& text) const override {
    if (hears) hears(to, text);
  }
  std::optional<Message> poll() const override {
    if (inbox.empty() && quiet) quiet();
    if (inbox.empty()) return std::nullopt;
    Message next = inbox.front();
    inbox.pop_front();
    return next;
  }
  std::unique_ptr<Transfer> send_block(Rank, std::span<const std::byte>) const override { return nullptr; }
  std::unique_ptr<Transfer> receive_block(Rank) const override { return nullptr; }
  [[noreturn]] void abort(int status) const override { throw Aborted{status}; }

  mutable std::deque<Message> inbox;
  std::function<void(Rank to, const std::string& text)> hears;
  std::function<void()> quiet;  // called if there is no message

 private:
  int size_;
  Rank rank_;
};

}  // namespace icsweep
