#include "io/serve/listener.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "io/base/error.hpp"
#include "io/base/shortage.hpp"

namespace icsweep {
namespace {

constexpr int most_in_line = 256;  // connections that the kernel queues until they are accepted

}  // namespace

Listener::Listener(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)), port_(port) {
  const int yes =
      1;  // restarts at once after an earlier server; unlike SO_REUSEPORT, two servers cannot share the port
  ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(socket_, plain, size) != 0 || ::listen(socket_, most_in_line) != 0 ||
      ::getsockname(socket_, plain, &size) != 0) {
    ::close(socket_);
    throw Error(ErrorKind::config, fmt::format("port {} of 127.0.0.1 is taken, choose another", port));
  }
  port_ = ntohs(address.sin_port);
}

Listener::~Listener() {
  ::close(socket_);
}

int Listener::accept() {
  const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  out_of_files_ = socket < 0 && is_shortage(errno);
  return socket;
}

}  // namespace icsweep
