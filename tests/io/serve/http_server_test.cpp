#include "io/serve/http_server.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

/// A client that reads and writes at its own pace.
class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(std::uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{60, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool is_connected() const { return connected_; }
  bool write(const std::string& text) const {
    return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) == ssize_t(text.size());
  }
  std::string read(std::size_t most) const {
    std::string text(most, '\0');
    text.resize(std::size_t(std::max<ssize_t>(0, ::recv(socket_, text.data(), most, 0))));
    return text;
  }
  std::string rest() const {
    std::string all;
    for (std::string part; !(part = read(4096)).empty();) all += part;
    return all;
  }
  std::string until(const std::string& end) const {
    std::string all;
    for (std::string part; !all.ends_with(end) && !(part = read(1)).empty();) all += part;
    return all;
  }

 private:
  int socket_;
  bool connected_;
};

class Served : public ::testing::Test {
 protected:
  ~Served() override { end(); }
  void end() {
    server_.stop();
    if (serving_.joinable()) serving_.join();
  }
  static std::string request(const std::string& path, const std::string& method = "GET") {
    return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
  std::string answer(const std::string& path, const std::string& method = "GET") const {
    const Client client(server_.port());
    client.write(request(path, method));
    return client.rest();
  }

  LiveBoard board_;
  HttpServer server_{board_, "token", 0};
  std::thread serving_{[this] { server_.run(); }};
};

TEST_F(Served, ShowsPageAndDataToWhoKnowsTheToken) {
  board_.show({R"({"a":1})", "[2]"});
  EXPECT_TRUE(answer("/token/").starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(answer("/token/data").ends_with("\r\n\r\n{\"about\":{\"a\":1},\"numbers\":[2]}"));
  for (const char* path : {"/", "/token", "/Token/", "/tokem/", "/token/x", "/token/../token/"})
    EXPECT_TRUE(answer(path).starts_with("HTTP/1.1 404 ")) << path;
  for (const char* method : {"POST", "HEAD", "DELETE"})
    EXPECT_TRUE(answer("/token/", method).starts_with("HTTP/1.1 405 ")) << method;
}

TEST_F(Served, TellsViewersWhatIsNew) {
  const Client viewer(server_.port());
  viewer.write(request("/token/events"));
  EXPECT_TRUE(viewer.until("\r\n\r\n").starts_with("HTTP/1.1 200 "));
  board_.publish("{\"x\":1}");
  EXPECT_NE(viewer.until("{\"x\":1}\n\n").find("event: launch"), std::string::npos);
  board_.show({"{}", "[]"});
  EXPECT_NE(viewer.until("event: rows\n").find("event: rows"), std::string::npos);
}

TEST_F(Served, EndsHeadersWithoutEnd) {
  const Client stranger(server_.port());
  stranger.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
  std::size_t sent = 0;
  while (sent < (std::size_t{8} << 20) && stranger.write(std::string(65536, 'a'))) sent += 65536;
  EXPECT_LT(sent, std::size_t{8} << 20) << "the server takes what a stranger sends";
}

TEST_F(Served, ServesItsOwnerBesideSlowStrangers) {
  std::vector<std::unique_ptr<Client>> strangers;
  for (int i = 0; i < 3 * most_askers; ++i) {
    strangers.push_back(std::make_unique<Client>(server_.port()));
    ASSERT_TRUE(strangers.back()->is_connected());
    strangers.back()->write("GET / HTTP/1.1\r\nX: ");
  }
  EXPECT_TRUE(answer("/token/").starts_with("HTTP/1.1 200 "));
  EXPECT_EQ(strangers.front()->rest(), "") << "the oldest makes room";
}

TEST_F(Served, EndsWhateverItsPeersDo) {
  const Client slow(server_.port()), viewer(server_.port()), loads(server_.port());
  slow.write("GET / HTTP/1.1\r\nX: ");
  viewer.write(request("/token/events"));
  viewer.until("\r\n\r\n");
  board_.show({std::string(std::size_t{64} << 20, ' '), ""});
  loads.write(request("/token/data"));
  loads.read(1);
  end();
}

TEST_F(Served, LimitsViewers) {
  std::vector<std::unique_ptr<Client>> viewers;
  int refused = 0;
  for (int i = 0; i < most_viewers + 3; ++i) {
    viewers.push_back(std::make_unique<Client>(server_.port()));
    viewers.back()->write(request("/token/events"));
    refused += viewers.back()->until("\r\n\r\n").starts_with("HTTP/1.1 503 ");
  }
  EXPECT_EQ(refused, 3);
  EXPECT_TRUE(answer("/token/").starts_with("HTTP/1.1 200 "));
}

TEST(HttpServer, StopsBeforeItRuns) {
  const LiveBoard board;
  HttpServer server(board, "token", 0);
  server.stop();
  server.run();
}

TEST(HttpServer, TakesItsPortAlone) {
  const LiveBoard board;
  const HttpServer server(board, "token", 0);
  EXPECT_THROW(HttpServer(board, "other", server.port()), Error);
}

}  // namespace
}  // namespace icsweep
