#include "engine/fleet/port.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "engine/fleet/link.hpp"
#include "io/base/descriptor.hpp"
#include "io/base/error.hpp"

namespace icsweep::port_test {
namespace {

using namespace std::chrono_literals;

bool comes(const std::function<bool()>& is, std::chrono::seconds within = 20s) {
  const auto end = std::chrono::steady_clock::now() + within;
  while (std::chrono::steady_clock::now() < end) {
    if (is()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

class AnOpenPort : public ::testing::Test {
 protected:
  explicit AnOpenPort(std::optional<std::size_t> strangers = {}) : port_("127.0.0.1", strangers) {}
  /// The text of the next frame that arrives.
  std::string heard() {
    std::string text = "nothing";
    comes([&] {
      const auto received = port_.receive();
      if (received) text = received->bytes, from_ = received->from;
      return received.has_value();
    });
    return text;
  }
  /// A connection without ZeroMQ.
  Descriptor raw() {
    Descriptor socket = unconnected(0);
    EXPECT_EQ(connected_, 0);
    return socket;
  }
  /// A socket that tries to connect.
  Descriptor unconnected(int flags) {
    const std::string address = port_.address();
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(std::uint16_t(std::stoi(address.substr(address.rfind(':') + 1))));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
    connected_ = ::connect(socket.number(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
    return socket;
  }
  /// A guest with the key gets through.
  void expect_guest() {
    Link link(port_.address(), port_.admission());
    link.send({FrameKind::hello, {}, "it is me"});
    EXPECT_EQ(heard(), to_bytes({FrameKind::hello, {}, "it is me"}));
    EXPECT_TRUE(port_.send(from_, {FrameKind::ping}));
    EXPECT_TRUE(comes([&] { return link.receive().has_value(); }));
    EXPECT_EQ(link.state(), LinkState::open);
  }

  Port port_;
  Caller from_;
  int connected_ = 0;
};

TEST_F(AnOpenPort, LetsAGuestWithTheKeyIn) {
  expect_guest();
}

TEST_F(AnOpenPort, NoticesThatAGuestHasGone) {
  {
    Link link(port_.address(), port_.admission());
    link.send({FrameKind::hello});
    heard();
  }
  EXPECT_TRUE(comes([&] { return !port_.send(from_, {FrameKind::ping}); }));
}

TEST_F(AnOpenPort, RefusesAnotherKey) {
  Link link(port_.address(), {port_.admission().port, new_curve_keys()});
  link.send({FrameKind::hello, {}, "let me in"});
  EXPECT_TRUE(comes([&] { return link.state() == LinkState::refused || link.state() == LinkState::lost; }));
  EXPECT_FALSE(port_.receive());
  expect_guest();
}

TEST_F(AnOpenPort, RefusesAGuestWhoExpectsAnotherPort) {
  Link link(port_.address(), {new_curve_keys().open, port_.admission().guest});
  link.send({FrameKind::hello, {}, "let me in"});
  EXPECT_TRUE(comes([&] { return link.state() == LinkState::refused || link.state() == LinkState::lost; }));
  EXPECT_FALSE(port_.receive());
  expect_guest();
}

TEST_F(AnOpenPort, RefusesAGuestWithoutEncryption) {
  zmq::context_t context;
  zmq::socket_t socket(context, zmq::socket_type::dealer);
  socket.set(zmq::sockopt::linger, 0);
  socket.connect(port_.address());
  socket.send(zmq::str_buffer("H\0\0\0\0hello"));
  std::this_thread::sleep_for(300ms);
  EXPECT_FALSE(port_.receive());
  expect_guest();
}

/// 10⁴ random frames: of random bytes, and in the form of ZeroMQ after its greeting.
TEST_F(AnOpenPort, StaysOpenUnderRandomFrames) {
  const std::string greeting =
      std::string("\xff\0\0\0\0\0\0\0\1\x7f\3\0CURVE", 17) + std::string(15, '\0') + std::string(32, '\0');
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    const Descriptor socket = raw();
    std::string bytes = i % 2 ? greeting : "";
    for (int frame = 0; frame < 20; ++frame) {
      const auto size = std::size_t(random() % 100);
      if (i % 2) bytes += {char(random() % 8), char(size)};
      for (std::size_t j = 0; j < size; ++j) bytes += char(random());
    }
    std::ignore = ::send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    EXPECT_FALSE(port_.receive());
  }
  expect_guest();
}

/// Passes one connection on to the port and keeps what the guest sends.
std::string recorded(const Descriptor& listener, const Descriptor& port, const std::function<bool()>& is_over) {
  const Descriptor guest(::accept(listener.number(), nullptr, nullptr));
  std::string sent;
  const auto pass = [](int from, int to, std::string* kept) {
    std::array<char, 4096> bytes{};
    const auto size = ::recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (size > 0) std::ignore = ::send(to, bytes.data(), std::size_t(size), MSG_NOSIGNAL);
    if (size > 0 && kept) kept->append(bytes.data(), std::size_t(size));
  };
  comes([&] {
    pass(guest.number(), port.number(), &sent);
    pass(port.number(), guest.number(), nullptr);
    return is_over();
  });
  return sent;
}

TEST_F(AnOpenPort, RefusesTheBytesOfAGuestWhenTheyAreReplayed) {
  Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in own{};
  own.sin_family = AF_INET, own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof own;
  ASSERT_EQ(::bind(listener.number(), reinterpret_cast<const sockaddr*>(&own), size), 0);
  ASSERT_EQ(::listen(listener.number(), 1), 0);
  ASSERT_EQ(::getsockname(listener.number(), reinterpret_cast<sockaddr*>(&own), &size), 0);
  Link link("tcp://127.0.0.1:" + std::to_string(ntohs(own.sin_port)), port_.admission());
  link.send({FrameKind::hello, {}, "it is me"});
  bool arrived = false;
  const std::string sent = recorded(listener, raw(), [&] { return arrived = arrived || port_.receive().has_value(); });
  ASSERT_TRUE(arrived);
  ASSERT_GT(sent.size(), 100u);
  const Descriptor again = raw();
  std::ignore = ::send(again.number(), sent.data(), sent.size(), MSG_NOSIGNAL);
  std::this_thread::sleep_for(500ms);
  EXPECT_FALSE(port_.receive());
  expect_guest();
}

TEST_F(AnOpenPort, StaysOpenWhileStrangersHoldConnections) {
  std::vector<Descriptor> idle;
  for (int i = 0; i < 300; ++i) idle.push_back(raw());
  expect_guest();
}

/// A guest with the key that sends nonsense: the bytes arrive as they are, and several parts as none.
TEST_F(AnOpenPort, PassesBytesOnAsTheyAre) {
  zmq::context_t context;
  zmq::socket_t socket(context, zmq::socket_type::dealer);
  socket.set(zmq::sockopt::linger, 0);
  socket.set(zmq::sockopt::curve_serverkey, port_.admission().port);
  socket.set(zmq::sockopt::curve_publickey, port_.admission().guest.open);
  socket.set(zmq::sockopt::curve_secretkey, port_.admission().guest.secret);
  socket.connect(port_.address());
  socket.send(zmq::str_buffer("?"));
  EXPECT_EQ(heard(), "?");
  socket.send(zmq::str_buffer("one"), zmq::send_flags::sndmore);
  socket.send(zmq::str_buffer("two"));
  EXPECT_EQ(heard(), "");
  expect_guest();
}

/// A guest's message of 1 MiB arrives, and the port's of 3 MB; a message above 4 MiB does not.
TEST_F(AnOpenPort, PassesLongMessagesOn) {
  const std::string text(1 << 20, 'x'), answer(3'000'000, 'y'), longer((4 << 20) + 1, 'z');
  Link link(port_.address(), port_.admission());
  link.send({FrameKind::message, {}, text});
  EXPECT_TRUE(heard() == to_bytes({FrameKind::message, {}, text}));
  EXPECT_TRUE(port_.send(from_, {FrameKind::message, Rank(2), answer}));
  std::optional<Frame> got;
  ASSERT_TRUE(comes([&] { return (got = link.receive()).has_value(); }));
  EXPECT_TRUE(got->text == answer);
  link.send({FrameKind::message, {}, longer});
  EXPECT_EQ(heard(), "");
  link.send({FrameKind::ping});
  EXPECT_EQ(heard(), to_bytes({FrameKind::ping}));
}

/// The port closes the connection as soon as a stranger declares a long frame.
TEST_F(AnOpenPort, RefusesALongFrameOfAStranger) {
  const Descriptor socket = raw();
  const std::string greeting =
      std::string("\xff\0\0\0\0\0\0\0\1\x7f\3\0CURVE", 17) + std::string(15, '\0') + std::string(32, '\0');
  const std::string head("\x06\0\0\0\0\0\x10\0\0\5HELLO", 15);  // of a command of 1 MiB
  std::ignore = ::send(socket.number(), greeting.data(), greeting.size(), MSG_NOSIGNAL);
  std::ignore = ::send(socket.number(), head.data(), head.size(), MSG_NOSIGNAL);
  std::array<char, 4096> answer{};
  ssize_t size = 0;
  EXPECT_TRUE(comes(
      [&] {
        return (size = ::recv(socket.number(), answer.data(), answer.size(), MSG_DONTWAIT)) == 0 ||
               (size < 0 && errno != EAGAIN);
      },
      3s));  // it waits 5 s for a handshake
  EXPECT_FALSE(port_.receive());
  expect_guest();
}

/// A port that only a few strangers may reach at once.
class ASmallPort : public AnOpenPort {
 protected:
  ASmallPort() : AnOpenPort(10) {}
  /// Tries to connect within the time.
  bool reaches(std::chrono::milliseconds within) {
    const Descriptor socket = unconnected(SOCK_NONBLOCK);
    pollfd item{socket.number(), POLLOUT, 0};
    return ::poll(&item, 1, int(within.count())) == 1 && (item.revents & POLLERR) == 0;
  }
};

TEST_F(ASmallPort, ShutsWhileStrangersHoldItAndOpensAgain) {
  Link guest(port_.address(), port_.admission());
  guest.send({FrameKind::hello, {}, "first"});
  EXPECT_EQ(heard(), to_bytes({FrameKind::hello, {}, "first"}));
  std::vector<Descriptor> idle;
  bool is_shut = false;
  for (int i = 0; i < 200 && !is_shut; ++i) {
    idle.push_back(unconnected(SOCK_NONBLOCK));
    std::this_thread::sleep_for(20ms);
    is_shut = i > 10 && !reaches(100ms);
  }
  EXPECT_TRUE(is_shut);
  guest.send({FrameKind::hello, {}, "still here"});  // a guest's connection is not disturbed
  EXPECT_EQ(heard(), to_bytes({FrameKind::hello, {}, "still here"}));
  EXPECT_TRUE(port_.send(from_, {FrameKind::ping}));
  EXPECT_TRUE(comes([&] { return guest.receive().has_value(); }));
  EXPECT_TRUE(comes([&] { return reaches(100ms); }));  // the strangers' time is over
  expect_guest();
}

/// Guests are no strangers, even if many come at once.
TEST_F(ASmallPort, LetsManyGuestsIn) {
  std::vector<std::unique_ptr<Link>> guests;
  for (int i = 0; i < 30; ++i) {
    guests.push_back(std::make_unique<Link>(port_.address(), port_.admission()));
    guests.back()->send({FrameKind::hello});
    EXPECT_EQ(heard(), to_bytes({FrameKind::hello}));
  }
  EXPECT_TRUE(reaches(1000ms));
}

TEST(Port, NobodyCanListenAtAnAddressOfAnotherHost) {
  EXPECT_THROW(Port("192.0.2.7"), Error);
}

}  // namespace
}  // namespace icsweep::port_test
