#include <fmt/format.h>
#include <sys/random.h>
#include <sys/resource.h>

#include <array>
#include <cstdlib>
#include <thread>

#include "engine/commands/commands.hpp"
#include "engine/commands/live_store.hpp"
#include "io/say.hpp"
#include "io/serve/http_server.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;
using namespace std::chrono_literals;

constexpr rlim_t most_files = 256;  // connections that wait are open files

/// 128 random bits: who does not know them sees nothing.
std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != ssize_t(bytes.size()))
    throw Error(ErrorKind::config, "serve: the system gives no random numbers for an address that nobody can guess");
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

void limit_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_cur, most_files);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

void tell_address(const std::string& store, const std::string& token, int port) {
  const char* user = std::getenv("USER");
  say("{}: read-only, for this machine alone, until Ctrl-C\n  http://127.0.0.1:{}/{}/\nFrom another machine first\n"
      "  ssh -N -L {}:127.0.0.1:{} {}{}{}\n",
      store, port, token, port, port, user ? user : "", user ? "@" : "", host_name());
  std::fflush(stdout);
}

}  // namespace

int serve_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  std::string path;
  int port = 0;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")("port", po::value(&port)->default_value(0),
                                                                        "of 127.0.0.1; 0: any that is free");
  if (!parse_arguments(self, arguments, options, {"store"})) return exit_success;
  if (port < 0 || port > 65535) throw Error(ErrorKind::config, fmt::format("serve: --port {}: use 0 to 65535", port));
  s.stop.set_by_signals();
  limit_files();
  LiveBoard board;
  LiveStore live(path, board);
  const std::string token = random_token();
  HttpServer server(board, token, port);
  tell_address(path, token, server.port());
  std::jthread serving([&] { server.run(); });
  for (auto next = std::chrono::steady_clock::now() + 1s; !s.stop.is_set(); std::this_thread::sleep_for(50ms)) {
    if (std::chrono::steady_clock::now() < next) continue;
    live.look();
    next = std::chrono::steady_clock::now() + 1s;
  }
  board.close();
  server.stop();
  return exit_success;
}

}  // namespace icsweep
