#include "io/serve/http_server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "io/error.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;
using httplib::Request;
using httplib::Response;

constexpr int spare_threads = 8;            // for pages and data beside the viewers' events
constexpr std::size_t largest_body = 1024;  // bytes of a request, which needs none
constexpr auto pulse = 2s;                  // between two events at most, to find who has gone

/// Takes as long wherever the texts differ.
bool are_equal(std::string_view a, std::string_view b) {
  unsigned different = a.size() != b.size();
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) different |= unsigned(a[i] ^ b[i]);
  return different == 0;
}

bool is_own_host(const std::string& host) {
  const std::string name = host.substr(0, host.rfind(':'));
  return name == "127.0.0.1" || name == "localhost";
}

/// Sends pieces of a text that is kept until it is sent.
template <std::size_t N>
void send(Response& response, const char* type, std::shared_ptr<const ReportText> text,
          const std::array<std::string_view, N>& pieces) {
  std::size_t size = 0;
  for (const auto& piece : pieces) size += piece.size();
  response.set_content_provider(
      size, type, [text = std::move(text), pieces](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        for (const auto& piece : pieces) {
          if (offset >= piece.size()) {
            offset -= piece.size();
            continue;
          }
          const std::size_t count = std::min({length, piece.size() - offset, std::size_t{1} << 20});
          return sink.write(piece.data() + offset, count);
        }
        return false;
      });
}

/// cpp-httplib's own options let two servers share a port.
void take_port_alone(socket_t socket) {
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

/// Counts a viewer for as long as it is watched.
class Viewer {
 public:
  explicit Viewer(std::atomic<int>& count) : count_(count) { ++count_; }
  ~Viewer() { --count_; }
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

 private:
  std::atomic<int>& count_;
};

}  // namespace

struct HttpServer::Server {
  const LiveBoard& board;
  std::string root;  // "/TOKEN/"
  httplib::Server http;
  std::atomic<int> viewers = 0;
  int port = 0;

  Server(const LiveBoard& its_board, const std::string& token) : board(its_board), root("/" + token + "/") {
    http.new_task_queue = [] { return new httplib::ThreadPool(most_viewers + spare_threads); };
    http.set_socket_options(take_port_alone);
    http.set_keep_alive_max_count(1);  // an idle connection would keep a thread
    http.set_payload_max_length(largest_body);
    http.set_default_headers({{"Cache-Control", "no-store"},
                              {"Referrer-Policy", "no-referrer"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"X-Frame-Options", "DENY"}});
    http.set_pre_routing_handler([this](const Request& request, Response& response) {
      answer(request, response);
      return httplib::Server::HandlerResponse::Handled;
    });
  }

  void answer(const Request& request, Response& response) {
    const bool knows = are_equal(std::string_view(request.path).substr(0, root.size()), root);
    if (!knows || !is_own_host(request.get_header_value("Host"))) response.status = 404;
    else if (request.method != "GET") response.status = 405;
    else answer(request.path.substr(root.size()), response);
  }

  void answer(const std::string& name, Response& response) {
    response.status = 200;
    auto text = board.text();
    if (name.empty()) {
      const auto pieces = page_pieces(*text, true);
      send(response, "text/html; charset=utf-8", std::move(text), pieces);
    } else if (name == "data") {
      const std::array<std::string_view, 5> pieces{R"({"about":)", text->about, R"(,"numbers":)", text->numbers, "}"};
      send(response, "application/json", std::move(text), pieces);
    } else if (name == "events") {
      send_events(response);
    } else {
      response.status = 404;
    }
  }

  void send_events(Response& response) {
    if (viewers >= most_viewers) {
      response.status = 503;
      return;
    }
    response.set_chunked_content_provider(
        "text/event-stream", [this, viewer = std::make_shared<Viewer>(viewers), seen = board.wait({}, 0ms)](
                                 std::size_t, httplib::DataSink& sink) mutable {
          const Seen now = board.wait(seen, pulse);
          if (now.closed) return false;
          std::string events = ":\n\n";
          if (now.launch != seen.launch) events += "event: launch\ndata: " + board.launch() + "\n\n";
          if (now.rows != seen.rows) events += fmt::format("event: rows\ndata: {}\n\n", now.rows);
          seen = now;
          return sink.write(events.data(), events.size());
        });
  }
};

HttpServer::HttpServer(const LiveBoard& board, const std::string& token, int port)
    : server_(std::make_unique<Server>(board, token)) {
  auto& http = server_->http;
  const bool bound = port == 0 ? (server_->port = http.bind_to_any_port("127.0.0.1")) > 0
                               : http.bind_to_port("127.0.0.1", server_->port = port);
  if (!bound) throw Error(ErrorKind::config, fmt::format("port {} of 127.0.0.1 is taken, choose another", port));
}

HttpServer::~HttpServer() = default;

int HttpServer::port() const {
  return server_->port;
}

void HttpServer::run() {
  server_->http.listen_after_bind();
}

void HttpServer::stop() {
  server_->http.stop();
}

}  // namespace icsweep
