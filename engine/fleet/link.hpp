// A guest's connection with the launch that it helps.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include <zmq.hpp>

#include "engine/fleet/frame.hpp"
#include "engine/fleet/keys.hpp"

namespace icsweep {

/// The state of a connection.
enum class LinkState {
  connecting,
  open,
  refused,  ///< the port does not know the key
  lost      ///< ended, or silent for too long
};

/// A connection is never renewed: messages in between would be lost. One thread at a time may use it.
class Link {
 public:
  /// Connects to the port that the admission is for; the state shows whether that succeeds.
  Link(const std::string& address, const Admission& admission);

  LinkState state();
  /// The next frame, if one has arrived. Frames that arrived before a loss are still there.
  std::optional<Frame> receive();
  /// Sleeps until a frame arrives, at most this long.
  void await(std::chrono::milliseconds longest);
  void send(const Frame& frame);

 private:
  zmq::context_t context_;
  zmq::socket_t socket_, monitor_;
  LinkState state_ = LinkState::connecting;
};

}  // namespace icsweep
