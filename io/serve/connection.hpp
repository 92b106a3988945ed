// One connection to the page's server: receives a request, then sends an answer. No call blocks.
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
    asking,     ///< its request is incomplete
    answering,  ///< its answer is being sent
    watching,   ///< it receives events
    leaving,    ///< its answer is sent, and it may read it to the end
    gone
  };

  /// Takes ownership of the non-blocking socket.
  Connection(int socket, Clock::time_point now);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Phase phase() const { return phase_; }
  int socket() const { return socket_; }
  /// True if bytes of an answer remain to be sent.
  bool is_sending() const { return !head_.empty() || !pieces_.empty(); }

  /// Reads the available bytes. Returns the request once it is complete or refused.
  std::optional<ReadRequest> receive(Clock::time_point now);
  /// Begins an answer: its head, then pieces of the text, which is kept until they are sent.
  void answer(std::string head, std::shared_ptr<const ReportText> text, std::vector<std::string_view> pieces,
              Clock::time_point now);
  /// Begins an answer without an end: `head`, then the events of push().
  void watch(std::string head, const Seen& seen, Clock::time_point now);
  /// Adds an event for a watching connection. All earlier bytes must be sent.
  void push(std::string event, const Seen& seen, Clock::time_point now);
  /// Sends bytes until the receiver accepts no more.
  void send(Clock::time_point now);
  /// Ends a phase that has exceeded its time limit.
  void expire(Clock::time_point now);

  const Seen& seen() const { return seen_; }
  Clock::time_point pushed() const { return pushed_; }

 private:
  void enter(Phase phase, Clock::time_point now);
  bool send_piece(std::string_view& piece, Clock::time_point now);

  int socket_;
  Phase phase_ = Phase::asking;
  Clock::time_point moved_;  // start of the phase or, during an answer, time of the last sent byte
  std::string asked_;
  std::string answer_;     // head and events
  std::string_view head_;  // the unsent part of answer_
  std::shared_ptr<const ReportText> text_;
  std::vector<std::string_view> pieces_;  // unsent, the next one last
  std::size_t unread_ = 0;                // bytes after the request
  Seen seen_;
  Clock::time_point pushed_;
};

}  // namespace icsweep
