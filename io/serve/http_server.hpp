// The page of `icsweep serve` over HTTP, by cpp-httplib, for this machine alone.
#pragma once

#include <memory>
#include <string>

#include "io/serve/live_board.hpp"

namespace icsweep {

/// Most viewers that get news at a time; others get the page and are told to come back (503).
inline constexpr int most_viewers = 32;

/// Answers GET of /TOKEN/ (the page), /TOKEN/data (its data) and /TOKEN/events (server-sent events: `launch` with
/// news, `rows` when there is other data). Everything else is refused, and nothing in a request names a file. A name in
/// `Host` other than this machine's own is refused too, so that no page of another site can ask.
class HttpServer {
 public:
  /// Takes a port of 127.0.0.1; any free one for 0. Throws Error(config) if it is taken.
  HttpServer(const LiveBoard& board, const std::string& token, int port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  /// Serves until stop(), which another thread calls after the board is closed.
  void run();
  void stop();

 private:
  struct Server;
  std::unique_ptr<Server> server_;
};

}  // namespace icsweep
