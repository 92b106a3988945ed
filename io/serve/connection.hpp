// One connection to the page's server: a request arrives, then an answer leaves. No call waits.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/serve/http_request.hpp"
#include "io/serve/live_board.hpp"

namespace icsweep {

class Connection {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Phase {
    asking,     ///< its request has not arrived whole
    answering,  ///< its answer leaves
    watching,   ///< it gets events
    leaving,    ///< it has its answer and may read it to the end
    gone
  };

  /// Owns the socket, which never waits.
  Connection(int socket, Clock::time_point now);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Phase phase() const { return phase_; }
  int socket() const { return socket_; }
  /// Bytes of an answer are still to leave.
  bool is_sending() const { return !head_.empty() || !pieces_.empty(); }

  /// Reads what has arrived, and returns the request once it is whole or refused.
  std::optional<ReadRequest> receive(Clock::time_point now);
  /// Begins an answer: its head, then pieces of the text, which is kept until they have left.
  void answer(std::string head, std::shared_ptr<const ReportText> text, std::vector<std::string_view> pieces,
              Clock::time_point now);
  /// Begins an answer without an end: `head`, then what push() adds.
  void watch(std::string head, const Seen& seen, Clock::time_point now);
  /// Adds an event for who watches. Nothing else may be waiting to leave.
  void push(std::string event, const Seen& seen, Clock::time_point now);
  /// Sends what the receiver takes.
  void send(Clock::time_point now);
  /// Ends a phase that has taken too long.
  void expire(Clock::time_point now);

  const Seen& seen() const { return seen_; }
  Clock::time_point pushed() const { return pushed_; }

 private:
  void enter(Phase phase, Clock::time_point now);
  bool send_piece(std::string_view& piece, Clock::time_point now);

  int socket_;
  Phase phase_ = Phase::asking;
  Clock::time_point moved_;  // when the phase began or, while an answer leaves, when bytes last left
  std::string asked_;
  std::string answer_;     // its head, and events
  std::string_view head_;  // the part of answer_ that is still to leave
  std::shared_ptr<const ReportText> text_;
  std::vector<std::string_view> pieces_;  // still to leave, the next one last
  std::size_t unread_ = 0;                // bytes that came behind the request
  Seen seen_;
  Clock::time_point pushed_;
};

}  // namespace icsweep
