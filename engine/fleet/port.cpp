#include "engine/fleet/port.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <vector>

#include "engine/fleet/address.hpp"
#include "engine/fleet/pieces.hpp"
#include "io/base/error.hpp"

namespace icsweep {
namespace {

constexpr std::size_t longest_from_guest = 4 << 20;  // in bytes: a hello names the host of each rank
constexpr int most_waiting = 100'000;                // messages to or from one guest
constexpr std::chrono::milliseconds longest_silence(8'000);
constexpr int ask_every = 2'000, handshake_within = 5'000, farewell_within = 2'000;  // milliseconds
constexpr rlim_t most_open_files = 65536;
constexpr auto look_for_end = std::chrono::milliseconds(100);

/// Connections are open files. Strangers must not use up those that the store needs.
void allow_many_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, most_open_files));
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// The key in the form that ZeroMQ sends: 32 bytes.
std::string key_bytes(const std::string& text) {
  std::string bytes(32, '\0');
  ::zmq_z85_decode(reinterpret_cast<std::uint8_t*>(bytes.data()), text.c_str());
  return bytes;
}

/// The parts of a message.
std::vector<std::string> received_parts(zmq::socket_t& socket) {
  std::vector<std::string> parts;
  for (bool more = true; more;) {
    zmq::message_t part;
    if (!receive_part(socket, part, zmq::recv_flags::none)) break;
    parts.push_back(part.to_string());
    more = part.more();
  }
  return parts;
}

void send_parts(zmq::socket_t& socket, const std::vector<std::string>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    socket.send(zmq::buffer(parts[i]), i + 1 < parts.size() ? zmq::send_flags::sndmore : zmq::send_flags::none);
}

/// Signals are for the threads that compute.
void block_signals() {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

}  // namespace

void limit_connection(zmq::socket_t& socket, std::chrono::milliseconds silence) {
  socket.set(zmq::sockopt::maxmsgsize, std::int64_t(longest_frame));
  socket.set(zmq::sockopt::sndhwm, most_waiting);
  socket.set(zmq::sockopt::rcvhwm, most_waiting);
  socket.set(zmq::sockopt::heartbeat_ivl, ask_every);
  socket.set(zmq::sockopt::heartbeat_timeout, int(silence.count()));
  socket.set(zmq::sockopt::heartbeat_ttl, int(longest_silence.count()));
  socket.set(zmq::sockopt::handshake_ivl, handshake_within);
  socket.set(zmq::sockopt::linger, farewell_within);
}

Port::Port(const std::string& address, std::optional<std::size_t> strangers)
    : admission_{own_.open, new_curve_keys()},
      gate_(context_, zmq::socket_type::rep),
      socket_(context_, zmq::socket_type::router) {
  allow_many_files();
  context_.set(zmq::ctxopt::max_sockets, 16);
  gate_.set(zmq::sockopt::linger, 0);
  gate_.bind("inproc://zeromq.zap.01");
  strangers_.emplace(context_, strangers.value_or(most_strangers()), std::chrono::milliseconds(handshake_within));
  strangers_->watch(socket_);
  listen(address);
  thread_ = std::jthread([this](const std::stop_token& stop) { attend(stop); });
}

Port::~Port() {
  thread_.request_stop();
  thread_.join();
}

void Port::listen(const std::string& address) {
  limit_connection(socket_, longest_silence);
  socket_.set(zmq::sockopt::curve_server, true);
  socket_.set(zmq::sockopt::curve_secretkey, own_.secret);
  socket_.set(zmq::sockopt::router_mandatory, true);
  socket_.set(zmq::sockopt::zap_domain, "icsweep");
  const std::string endpoint = endpoint_of(address);
  socket_.set(zmq::sockopt::ipv6, endpoint.find('[') != std::string::npos);
  try {
    socket_.bind(endpoint);
  } catch (const zmq::error_t& e) {
    throw Error(ErrorKind::config,
                fmt::format("{}: no launch can join here ({}); choose an address of this host with --listen, or run "
                            "without --join",
                            endpoint, e.what()));
  }
  address_ = published(socket_.get(zmq::sockopt::last_endpoint));
}

/// Answers ZeroMQ's questions and bounds the number of strangers.
void Port::attend(const std::stop_token& stop) {
  block_signals();
  const std::string known = key_bytes(admission_.guest.open);
  gate_.set(zmq::sockopt::rcvtimeo, 0);
  std::array<zmq::pollitem_t, 2> items{
      {{gate_.handle(), 0, ZMQ_POLLIN, 0}, {strangers_->events().handle(), 0, ZMQ_POLLIN, 0}}};
  while (!stop.stop_requested()) {
    zmq::poll(items.data(), items.size(), look_for_end);
    strangers_->look();
    admit(known);
  }
}

/// Admits the one key of this launch (RFC 27), if ZeroMQ asks.
void Port::admit(const std::string& known) {
  const auto asked = received_parts(gate_);
  if (asked.empty()) return;
  const bool is_known = asked.size() == 7 && asked[5] == "CURVE" && asked[6] == known;
  const std::string number = asked.size() > 1 ? asked[1] : "";
  send_parts(gate_, {"1.0", number, is_known ? "200" : "400", is_known ? "" : "unknown key", "guest", ""});
}

std::optional<Received> Port::receive() {
  zmq::message_t from, bytes;
  if (!receive_part(socket_, from)) return std::nullopt;
  if (!from.more() || !receive_part(socket_, bytes)) return Received{from.to_string(), ""};
  return Received{from.to_string(), joined(socket_, std::move(bytes), longest_from_guest).value_or("")};
}

bool Port::send(const Caller& to, const Frame& frame) try {
  socket_.send(zmq::buffer(to), zmq::send_flags::sndmore | zmq::send_flags::dontwait);
  return send_pieces(socket_, to_bytes(frame));
} catch (const zmq::error_t&) {  // EHOSTUNREACH
  return false;
}

}  // namespace icsweep
