// The pieces in which messages travel between a launch and its guests. A connection stores a frame of ZeroMQ before it
// knows who sent it, so frames are short, and a long message is several of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zmq.hpp>

namespace icsweep {

/// In bytes: the longest frame that a connection accepts. CURVE's handshake needs fewer than 1,000.
inline constexpr std::size_t longest_frame = 16'384;
/// A frame without CURVE's 33 bytes.
inline constexpr std::size_t longest_piece = longest_frame - 64;

/// Cuts a message: all pieces but the last have the greatest length. An empty message is one empty piece.
std::vector<std::string_view> pieces_of(std::string_view message);

/// Sends the pieces without waiting. Returns false if the peer's queue is full. Throws zmq::error_t.
bool send_pieces(zmq::socket_t& socket, std::string_view message);

/// Receives a part of a message if one has arrived. A signal does not end the call.
bool receive_part(zmq::socket_t& socket, zmq::message_t& part, zmq::recv_flags flags = zmq::recv_flags::dontwait);

/// The message that begins with this piece, joined. Receives its other pieces. Nothing if they are not those of
/// pieces_of() or have more than `longest` bytes.
std::optional<std::string> joined(zmq::socket_t& socket, zmq::message_t first, std::size_t longest);

}  // namespace icsweep
