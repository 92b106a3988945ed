#include "io/serve/connection.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr auto to_ask = 5s;                 // limit for a whole request
constexpr auto to_take = 30s;               // limit between two bytes of an answer
constexpr auto to_leave = 2s;               // limit for reading the end of an answer
constexpr std::size_t most_unread = 65536;  // bytes after a request, such as the body of a POST
constexpr std::size_t most_at_once = std::size_t{1} << 20;

bool is_to_wait() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

Connection::Connection(int socket, Clock::time_point now) : socket_(socket), moved_(now), pushed_(now) {}

Connection::~Connection() {
  ::close(socket_);
}

void Connection::enter(Phase phase, Clock::time_point now) {
  phase_ = phase;
  moved_ = now;
}

std::optional<ReadRequest> Connection::receive(Clock::time_point now) {
  char block[4096];
  const ssize_t size = ::recv(socket_, block, sizeof block, 0);
  if (size < 0 && is_to_wait()) return std::nullopt;
  if (phase_ == Phase::leaving && size > 0) unread_ += std::size_t(size);
  if (size <= 0 || unread_ > most_unread) enter(Phase::gone, now);
  if (size <= 0 || phase_ != Phase::asking) return std::nullopt;
  asked_.append(block, std::size_t(size));
  return request_in(asked_);
}

void Connection::answer(std::string head, std::shared_ptr<const ReportText> text, std::vector<std::string_view> pieces,
                        Clock::time_point now) {
  asked_ = {};
  answer_ = std::move(head);
  head_ = answer_;
  text_ = std::move(text);
  pieces_ = std::move(pieces);
  std::ranges::reverse(pieces_);
  enter(Phase::answering, now);
  send(now);
}

void Connection::watch(std::string head, const Seen& seen, Clock::time_point now) {
  asked_ = {};
  enter(Phase::watching, now);
  push(std::move(head), seen, now);
}

void Connection::push(std::string event, const Seen& seen, Clock::time_point now) {
  answer_ = std::move(event);
  head_ = answer_;
  seen_ = seen;
  pushed_ = moved_ = now;
  send(now);
}

bool Connection::send_piece(std::string_view& piece, Clock::time_point now) {
  while (!piece.empty()) {
    const ssize_t size = ::send(socket_, piece.data(), std::min(piece.size(), most_at_once), MSG_NOSIGNAL);
    if (size < 0 && !is_to_wait()) enter(Phase::gone, now);
    if (size < 0) return false;
    piece.remove_prefix(std::size_t(size));
    moved_ = now;
  }
  return true;
}

void Connection::send(Clock::time_point now) {
  if (!send_piece(head_, now)) return;
  for (; !pieces_.empty(); pieces_.pop_back())
    if (!send_piece(pieces_.back(), now)) return;
  if (phase_ != Phase::answering) return;
  text_.reset();
  ::shutdown(socket_, SHUT_WR);  // closing with unread bytes would discard the answer
  enter(Phase::leaving, now);
}

void Connection::expire(Clock::time_point now) {
  const auto patience = phase_ == Phase::asking ? to_ask : phase_ == Phase::leaving ? to_leave : to_take;
  if ((phase_ != Phase::watching || is_sending()) && now - moved_ > patience) enter(Phase::gone, now);
}

}  // namespace icsweep
