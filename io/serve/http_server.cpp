#include "io/serve/http_server.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <list>

#include "io/base/error.hpp"
#include "io/serve/connection.hpp"
#include "io/serve/listener.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;
using Phase = Connection::Phase;
using Clock = Connection::Clock;

constexpr int turn_ms = 50;     // between two looks at the board
constexpr auto pulse = 2s;      // longest time between two events, to notice viewers that have left
constexpr int most_fresh = 32;  // connections accepted before the others are served

/// Compares in the same time wherever the texts differ.
bool are_equal(std::string_view a, std::string_view b) {
  unsigned different = a.size() != b.size();
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) different |= unsigned(a[i] ^ b[i]);
  return different == 0;
}

bool is_own_host(const std::string& host) {
  const std::string name = host.substr(0, host.rfind(':'));
  return name == "127.0.0.1" || name == "localhost";
}

std::string head_of(int status, const std::string& more) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
      "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nConnection: close\r\n{}\r\n",
      status, status == 200 ? "OK" : "Refused", more);
}

bool is_asker(const Connection& c) {
  return c.phase() == Phase::asking || c.phase() == Phase::leaving;
}

}  // namespace

struct HttpServer::Server {
  const LiveBoard& board;
  std::string root;  // "/TOKEN/"
  Listener listener;
  std::list<Connection> connections{};  // the oldest first
  std::atomic<bool> stopped = false;
  Clock::time_point now = Clock::now();

  Server(const LiveBoard& its_board, const std::string& token, int port)
      : board(its_board), root("/" + token + "/"), listener(port) {}

  int count(Phase phase) const {
    return int(std::ranges::count_if(connections, [&](const Connection& c) { return c.phase() == phase; }));
  }

  void refuse(Connection& c, int status) { c.answer(head_of(status, "Content-Length: 0\r\n"), {}, {}, now); }

  void load(Connection& c, const char* type, std::shared_ptr<const ReportText> text,
            std::vector<std::string_view> pieces) {
    if (count(Phase::answering) >= most_loaders) return refuse(c, 503);
    std::size_t size = 0;
    for (const auto& piece : pieces) size += piece.size();
    c.answer(head_of(200, fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", type, size)), std::move(text),
             std::move(pieces), now);
  }

  void watch(Connection& c) {
    if (count(Phase::watching) >= most_viewers) return refuse(c, 503);
    c.watch(head_of(200, "Content-Type: text/event-stream\r\n"), board.wait({}, 0ms), now);
  }

  void answer(Connection& c, const HttpRequest& request) {
    const bool knows = are_equal(std::string_view(request.path).substr(0, root.size()), root);
    if (!knows || !is_own_host(request.host)) return refuse(c, 404);
    if (request.method != "GET") return refuse(c, 405);
    const std::string name = request.path.substr(root.size());
    auto text = board.text();
    if (name.empty()) {
      const auto pieces = page_pieces(*text, true);
      load(c, "text/html; charset=utf-8", std::move(text), {pieces.begin(), pieces.end()});
    } else if (name == "data") {
      std::vector<std::string_view> pieces{R"({"about":)", text->about, R"(,"numbers":)", text->numbers, "}"};
      load(c, "application/json", std::move(text), std::move(pieces));
    } else if (name == "events") {
      watch(c);
    } else {
      refuse(c, 404);
    }
  }

  void receive(Connection& c) {
    if (const auto read = c.receive(now)) read->request ? answer(c, *read->request) : refuse(c, read->refusal);
  }

  /// Serves a new connection once before it can lose its place to newer ones.
  void accept() {
    for (int i = 0; i < most_fresh; ++i) {
      const int socket = listener.accept();
      if (socket < 0 && listener.is_out_of_files()) drop_oldest();
      if (socket < 0) return;
      receive(connections.emplace_back(socket, now));
      if (std::ranges::count_if(connections, is_asker) > most_askers) drop_oldest();
    }
  }

  void drop_oldest() {
    const auto oldest = std::ranges::find_if(connections, is_asker);
    if (oldest != connections.end()) connections.erase(oldest);
  }

  /// Sends news to a viewer, or now and then an event without news.
  void tell(Connection& c) const {
    if (c.phase() != Phase::watching || c.is_sending()) return;
    const Seen fresh = board.wait(c.seen(), 0ms);
    if (fresh == c.seen() && now - c.pushed() < pulse) return;
    std::string events = ":\n\n";
    if (fresh.launch != c.seen().launch) events += "event: launch\ndata: " + board.launch() + "\n\n";
    if (fresh.rows != c.seen().rows) events += fmt::format("event: rows\ndata: {}\n\n", fresh.rows);
    c.push(std::move(events), fresh, now);
  }

  /// Waits for the sockets; returns true if there are new connections.
  bool wait_for_sockets() {
    std::vector<pollfd> sockets{{listener.socket(), POLLIN, 0}};
    for (const Connection& c : connections) {
      const bool reads = c.phase() != Phase::answering;
      sockets.push_back({c.socket(), short((reads ? POLLIN : 0) | (c.is_sending() ? POLLOUT : 0)), 0});
    }
    ::poll(sockets.data(), sockets.size(), turn_ms);
    now = Clock::now();
    auto socket = sockets.begin() + 1;
    for (Connection& c : connections) {
      const short events = (socket++)->revents;
      if (c.is_sending() && (events & ~POLLIN)) c.send(now);
      if (c.phase() != Phase::answering && (events & ~POLLOUT)) receive(c);
    }
    return sockets.front().revents != 0;
  }

  void run() {
    while (!stopped) {
      if (wait_for_sockets()) accept();
      for (Connection& c : connections) tell(c), c.expire(now);
      connections.remove_if([](const Connection& c) { return c.phase() == Phase::gone; });
    }
    connections.clear();
  }
};

HttpServer::HttpServer(const LiveBoard& board, const std::string& token, int port)
    : server_(std::make_unique<Server>(board, token, port)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const {
  return server_->listener.port();
}

void HttpServer::run() {
  server_->run();
}

void HttpServer::stop() {
  server_->stopped = true;
}

}  // namespace icsweep
