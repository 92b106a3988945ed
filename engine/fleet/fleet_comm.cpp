#include "engine/fleet/fleet_comm.hpp"

namespace icsweep {

void FleetComm::send(Rank to, const std::string& text) const {
  if (reception_.owns(to)) reception_.send(to, text);
  else world_.send(to, text);
}

/// Ranks and guests take turns, so that none of them waits for ever.
std::optional<Message> FleetComm::poll() const {
  guests_first_ = !guests_first_;
  auto message = guests_first_ ? reception_.poll() : world_.poll();
  if (message) return message;
  return guests_first_ ? world_.poll() : reception_.poll();
}

}  // namespace icsweep
