#include "engine/fleet/link.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <tuple>

#include "engine/fleet/pieces.hpp"
#include "engine/fleet/port.hpp"

namespace icsweep {
namespace {

constexpr std::size_t longest_from_launch = 256 << 20;  // in bytes: the terms have the code of a sweep
// Shorter than that of the port: a guest that is cut off saves before the launch gives it up.
constexpr std::chrono::milliseconds silence_of_launch(5'000);
constexpr const char* events_address = "inproc://link-events";

}  // namespace

Link::Link(const std::string& address, const Admission& admission)
    : socket_(context_, zmq::socket_type::dealer), monitor_(context_, zmq::socket_type::pair) {
  limit_connection(socket_, silence_of_launch);
  socket_.set(zmq::sockopt::ipv6, address.find('[') != std::string::npos);
  socket_.set(zmq::sockopt::reconnect_ivl, -1);
  socket_.set(zmq::sockopt::curve_serverkey, admission.port);
  socket_.set(zmq::sockopt::curve_publickey, admission.guest.open);
  socket_.set(zmq::sockopt::curve_secretkey, admission.guest.secret);
  monitor_.set(zmq::sockopt::linger, 0);
  if (::zmq_socket_monitor(socket_.handle(), events_address, ZMQ_EVENT_ALL) != 0) throw zmq::error_t();
  monitor_.connect(events_address);
  socket_.connect(address);
}

LinkState Link::state() {
  for (zmq::message_t event, place; receive_part(monitor_, event);) {
    receive_part(monitor_, place, zmq::recv_flags::none);
    std::uint16_t number = 0;
    if (event.size() >= sizeof number) std::memcpy(&number, event.data(), sizeof number);
    if (state_ == LinkState::lost || state_ == LinkState::refused) continue;
    if (number == ZMQ_EVENT_HANDSHAKE_SUCCEEDED) state_ = LinkState::open;
    if (number == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH || number == ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL)
      state_ = LinkState::refused;
    if (number == ZMQ_EVENT_DISCONNECTED || number == ZMQ_EVENT_CLOSED) state_ = LinkState::lost;
  }
  return state_;
}

std::optional<Frame> Link::receive() {
  for (zmq::message_t bytes; receive_part(socket_, bytes);)
    if (auto frame = frame_in(joined(socket_, std::move(bytes), longest_from_launch).value_or(""))) return frame;
  return std::nullopt;
}

void Link::await(std::chrono::milliseconds longest) {
  zmq::pollitem_t item{socket_.handle(), 0, ZMQ_POLLIN, 0};
  try {
    zmq::poll(&item, 1, longest);
  } catch (const zmq::error_t& e) {
    if (e.num() != EINTR) throw;
  }
}

void Link::send(const Frame& frame) {
  try {
    std::ignore = send_pieces(socket_, to_bytes(frame));
  } catch (const zmq::error_t&) {  // the state shows a loss
  }
}

}  // namespace icsweep
