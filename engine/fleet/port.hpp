// The port of a launch: encrypted connections with guests that have its key, and with nobody else.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <thread>

#include <zmq.hpp>

#include "engine/fleet/frame.hpp"
#include "engine/fleet/keys.hpp"
#include "engine/fleet/strangers.hpp"

namespace icsweep {

/// Names the connection of a guest.
using Caller = std::string;

struct Received {
  Caller from;
  std::string bytes;
};

/// A socket that listens. ZeroMQ's own thread makes and checks connections, so that guests can connect while the launch
/// plans. No call waits for a guest. One thread at a time may use it.
class Port {
 public:
  /// address: see endpoint_of(). Raises the soft limit of open files, since each connection is one. Throws
  /// Error(config) if nobody can listen there. strangers: the most connections without a handshake; by default
  /// most_strangers().
  explicit Port(const std::string& address = "", std::optional<std::size_t> strangers = {});
  ~Port();
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;

  /// "tcp://10.9.0.1:41234".
  const std::string& address() const { return address_; }
  const Admission& admission() const { return admission_; }

  /// The next message, if one has arrived.
  std::optional<Received> receive();
  /// Returns false if the connection has ended. A guest that reads nothing loses it.
  bool send(const Caller& to, const Frame& frame);

 private:
  void attend(const std::stop_token& stop);
  void admit(const std::string& known);
  void listen(const std::string& address);

  CurveKeys own_ = new_curve_keys();
  Admission admission_;
  std::string address_;
  zmq::context_t context_;
  std::optional<Strangers> strangers_;
  zmq::socket_t gate_, socket_;  // gate_: ZeroMQ asks it whom to admit
  std::jthread thread_;
};

/// Limits of both ends of a connection: the size of frames, and the time after which a silent peer counts as lost.
void limit_connection(zmq::socket_t& socket, std::chrono::milliseconds silence);

}  // namespace icsweep
