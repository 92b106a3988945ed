// The leader's communicator: its own ranks by MPI, the ranks of guests over the network.
#pragma once

#include <cstdlib>

#include "engine/fleet/reception.hpp"

namespace icsweep {

class FleetComm final : public Comm {
 public:
  FleetComm(const Comm& world, Reception& reception) : world_(world), reception_(reception) {}

  Rank rank() const override { return world_.rank(); }
  /// Ranks of the launch itself, without those of guests.
  int size() const override { return world_.size(); }
  bool takes_turns() const override { return world_.takes_turns(); }
  void send(Rank to, const std::string& text) const override;
  std::optional<Message> poll() const override;
  /// Blocks go to and from ranks of the launch itself.
  std::unique_ptr<Transfer> send_block(Rank to, std::span<const std::byte> block) const override {
    return world_.send_block(to, block);
  }
  std::unique_ptr<Transfer> receive_block(Rank from) const override { return world_.receive_block(from); }
  [[noreturn]] void abort(int status) const override { world_.abort(status), std::_Exit(status); }

 private:
  const Comm& world_;
  Reception& reception_;
  mutable bool guests_first_ = false;
};

}  // namespace icsweep
