// The bound on connections of strangers to a port: each takes an open file until its handshake fails.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

#include <zmq.hpp>

namespace icsweep {

/// A quarter of the files that this process may open, at most 512.
std::size_t most_strangers();

/// Counts the connections of a socket whose handshake has not succeeded. While there are too many, the host ignores
/// attempts to connect; those who wait get in later. Connections that exist are not disturbed. One thread at a time may
/// call look().
class Strangers {
 public:
  /// handshake: time after which the socket closes a connection without a handshake.
  Strangers(zmq::context_t& context, std::size_t most, std::chrono::milliseconds handshake);
  /// Call it before the socket is bound.
  void watch(zmq::socket_t& socket);

  /// Reads what has happened and opens or shuts the socket. Call it at least once a second.
  void look();
  /// Readable when there is something to look at.
  zmq::socket_t& events() { return events_; }

 private:
  using Clock = std::chrono::steady_clock;

  void hear(int event, int value, Clock::time_point now);
  std::size_t count(Clock::time_point now);
  void shut(bool is_shut);

  zmq::socket_t events_;
  std::size_t most_;
  std::chrono::milliseconds handshake_;
  int listener_ = -1;
  bool is_shut_ = false, has_warned_ = false;
  std::map<int, Clock::time_point> open_;  // by descriptor: since when
  std::deque<Clock::time_point> admitted_;
};

}  // namespace icsweep
