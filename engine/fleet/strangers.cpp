#include "engine/fleet/strangers.hpp"

#include <linux/filter.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "engine/fleet/pieces.hpp"
#include "io/base/say.hpp"

namespace icsweep {
namespace {

constexpr std::size_t most_in_memory = 512;
constexpr const char* strangers_address = "inproc://port-events";

}  // namespace

std::size_t most_strangers() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return most_in_memory;
  return std::size_t(std::min<rlim_t>(most_in_memory, limit.rlim_cur / 4));
}

Strangers::Strangers(zmq::context_t& context, std::size_t most, std::chrono::milliseconds handshake)
    : events_(context, zmq::socket_type::pair), most_(most), handshake_(handshake) {
  events_.set(zmq::sockopt::linger, 0);
}

void Strangers::watch(zmq::socket_t& socket) {
  constexpr int events =
      ZMQ_EVENT_LISTENING | ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED;
  if (::zmq_socket_monitor(socket.handle(), strangers_address, events) != 0) throw zmq::error_t();
  events_.connect(strangers_address);
}

void Strangers::look() {
  const auto now = Clock::now();
  for (zmq::message_t event, place; receive_part(events_, event);) {
    receive_part(events_, place, zmq::recv_flags::none);
    std::uint16_t number = 0;
    std::int32_t value = 0;
    if (event.size() != sizeof number + sizeof value) continue;
    std::memcpy(&number, event.data(), sizeof number);
    std::memcpy(&value, event.data<char>() + sizeof number, sizeof value);
    hear(number, value, now);
  }
  const std::size_t strangers = count(now);
  if (!is_shut_ && strangers > most_) shut(true);
  if (is_shut_ && strangers <= most_ / 2) shut(false);
}

void Strangers::hear(int event, int value, Clock::time_point now) {
  if (event == ZMQ_EVENT_LISTENING) listener_ = value;
  if (event == ZMQ_EVENT_ACCEPTED) open_[value] = now;
  if (event == ZMQ_EVENT_DISCONNECTED) open_.erase(value);
  if (event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED) admitted_.push_back(now);
}

/// A connection that is older than a handshake may take belongs to a guest. ZeroMQ does not report which of the younger
/// ones do, only how many.
std::size_t Strangers::count(Clock::time_point now) {
  const auto begin = now - handshake_ - std::chrono::seconds(1);
  while (!admitted_.empty() && admitted_.front() < begin) admitted_.pop_front();
  const auto young = std::size_t(std::ranges::count_if(open_, [&](const auto& one) { return one.second >= begin; }));
  return young - std::min(young, admitted_.size());
}

/// A filter of the listening socket drops all packets, and so the attempts to connect, which are repeated.
void Strangers::shut(bool is_shut) {
  sock_filter drop = BPF_STMT(BPF_RET | BPF_K, 0);
  const sock_fprog program{1, &drop};
  if (listener_ < 0) return;
  if (is_shut && ::setsockopt(listener_, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) != 0) return;
  const int unused = 0;
  if (!is_shut) ::setsockopt(listener_, SOL_SOCKET, SO_DETACH_FILTER, &unused, sizeof unused);
  is_shut_ = is_shut;
  if (is_shut && !std::exchange(has_warned_, true))
    say(stderr,
        "icsweep: unknown programs hold {} connections to the port for launches that join; it is closed for some "
        "seconds\n",
        most_);
}

}  // namespace icsweep
