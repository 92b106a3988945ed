#include "engine/fleet/pieces.hpp"

#include <cerrno>

namespace icsweep {

std::vector<std::string_view> pieces_of(std::string_view message) {
  std::vector<std::string_view> pieces{message.substr(0, longest_piece)};
  for (std::size_t at = longest_piece; at < message.size(); at += longest_piece)
    pieces.push_back(message.substr(at, longest_piece));
  return pieces;
}

bool send_pieces(zmq::socket_t& socket, std::string_view message) {
  const auto pieces = pieces_of(message);
  for (const auto& piece : pieces) {
    const auto more = &piece == &pieces.back() ? zmq::send_flags::none : zmq::send_flags::sndmore;
    if (!socket.send(zmq::buffer(piece), more | zmq::send_flags::dontwait)) return false;
  }
  return true;
}

bool receive_part(zmq::socket_t& socket, zmq::message_t& part, zmq::recv_flags flags) {
  for (;;) try {
      return socket.recv(part, flags).has_value();
    } catch (const zmq::error_t& e) {
      if (e.num() != EINTR) throw;
    }
}

std::optional<std::string> joined(zmq::socket_t& socket, zmq::message_t first, std::size_t longest) {
  std::string text = first.to_string();
  bool is_sound = text.size() <= longest;
  for (zmq::message_t piece = std::move(first); piece.more();) {
    is_sound &= piece.size() == longest_piece;
    if (!receive_part(socket, piece)) return std::nullopt;
    is_sound &= piece.size() > 0 && text.size() + piece.size() <= longest;
    if (is_sound) text += piece.to_string_view();
  }
  return is_sound ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace icsweep
