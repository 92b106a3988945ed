// The page of `icsweep serve` over HTTP, for this machine alone.
#pragma once

#include <memory>
#include <string>

#include "io/serve/live_board.hpp"

namespace icsweep {

/// Most viewers that get news at a time; others get the page and the status 503 for news.
inline constexpr int most_viewers = 32;
/// Most connections without a whole request, and most that load a page. The oldest of the former makes room for a new
/// one; the latter get 503.
inline constexpr int most_askers = 64, most_loaders = 64;

/// Answers GET of /TOKEN/ (the page), /TOKEN/data (its data) and /TOKEN/events (server-sent events: `launch` with
/// news, `rows` when there is other data). Everything else is refused, and nothing in a request names a file. A name in
/// `Host` other than this machine's own is refused too, so that no page of another site can ask. One thread serves all
/// connections and waits for none of them; what a stranger can make it keep is bounded.
class HttpServer {
 public:
  /// Takes a port of 127.0.0.1; any free one for 0. Throws Error(config) if it is taken.
  HttpServer(const LiveBoard& board, const std::string& token, int port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  /// Serves until stop(), which another thread may call at any time, also before.
  void run();
  void stop();

 private:
  struct Server;
  std::unique_ptr<Server> server_;
};

}  // namespace icsweep
