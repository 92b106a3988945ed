// Serves the page of `icsweep serve` over HTTP to this machine only.
#pragma once

#include <memory>
#include <string>

#include "io/serve/live_board.hpp"

namespace icsweep {

/// Largest number of viewers that receive news. Others receive the page, and the status 503 for news.
inline constexpr int most_viewers = 32;
/// Largest number of connections with an incomplete request, and of those that load a page. For the former, a new
/// connection replaces the oldest one; the latter are refused with 503.
inline constexpr int most_askers = 64, most_loaders = 64;

/// Answers GET of /TOKEN/ (the page), /TOKEN/data (its data) and /TOKEN/events (server-sent events: `launch` with news,
/// `rows` if the data changed). Refuses everything else; no part of a request names a file. Also refuses any `Host`
/// except this machine's own, so that pages of other sites cannot send requests. One thread serves all connections
/// without blocking, with limits on the memory that strangers can occupy.
class HttpServer {
 public:
  /// Binds a port of 127.0.0.1; any free one for 0. Throws Error(config) if it is taken.
  HttpServer(const LiveBoard& board, const std::string& token, int port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  /// Serves until stop(). Another thread may call stop() at any time, also before run().
  void run();
  void stop();

 private:
  struct Server;
  std::unique_ptr<Server> server_;
};

}  // namespace icsweep
