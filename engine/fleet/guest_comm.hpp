// The communicator of a guest's rank. The launch that it helps is rank 0 to it.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "engine/cluster/comm.hpp"
#include "engine/cluster/stop_signal.hpp"

namespace icsweep {

/// Words of a guest's rank 0 to the others, which no launch sends.
namespace guest_word {
inline constexpr const char *leave = "leave", *end = "end";
}  // namespace guest_word

/// When the guest leaves, its ranks save their experiments and say goodbye. A rank that waits for an experiment then
/// is sent away, and gets no later answer.
class GuestComm : public Comm {
 public:
  /// number: of the rank in the launch. leave: set when the launch is gone or wants the guest to leave.
  GuestComm(const Comm& world, Rank number, StopFlag& leave) : world_(world), number_(number), leave_(leave) {}

  Rank rank() const override { return number_; }
  int size() const override { return number_.value() + 1; }
  bool takes_turns() const override { return world_.takes_turns(); }
  /// `to` is always 0.
  void send(Rank to, const std::string& text) const override;
  std::optional<Message> poll() const override;
  /// Ranks of different launches exchange no blocks.
  std::unique_ptr<Transfer> send_block(Rank, std::span<const std::byte>) const override { return nullptr; }
  std::unique_ptr<Transfer> receive_block(Rank) const override { return nullptr; }
  [[noreturn]] void abort(int status) const override { world_.abort(status), std::_Exit(status); }

 protected:
  /// Passes a text on its way to the launch.
  virtual void pass(const std::string& text) const { world_.send(Rank(0), text); }
  /// The next text from there, or a guest_word.
  virtual std::optional<std::string> next() const;

  /// True while the rank waits for the answer to a request, and for nothing else.
  bool asks() const { return asks_; }

  const Comm& world_;
  const Rank number_;
  StopFlag& leave_;

 private:
  mutable bool asks_ = false, has_left_ = false;
};

}  // namespace icsweep
