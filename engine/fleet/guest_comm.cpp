#include "engine/fleet/guest_comm.hpp"

#include "engine/worker/messages.hpp"

namespace icsweep {

void GuestComm::send(Rank, const std::string& text) const {
  const MessageKind kind = kind_in(text);
  asks_ = kind == MessageKind::request;
  has_left_ |= kind == MessageKind::goodbye;
  pass(text);
}

std::optional<std::string> GuestComm::next() const {
  auto message = world_.poll();
  if (!message) return std::nullopt;
  return std::move(message->text);
}

std::optional<Message> GuestComm::poll() const {
  while (auto text = next()) {
    if (*text == guest_word::leave) leave_.set();
    else if (*text == guest_word::end) return Message{Rank(0), *text};
    else if (!has_left_) {
      asks_ = asks_ && order_in(*text).has_value();
      return Message{Rank(0), std::move(*text)};
    }
  }
  if (!asks_ || !leave_.is_set()) return std::nullopt;
  asks_ = false;
  return Message{Rank(0), to_message(Assignment{})};
}

}  // namespace icsweep
