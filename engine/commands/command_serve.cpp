#include <fmt/format.h>
#include <sys/random.h>
#include <sys/resource.h>

#include <array>
#include <cstdlib>
#include <future>
#include <optional>
#include <thread>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/live_store.hpp"
#include "io/base/say.hpp"
#include "io/base/variable.hpp"
#include "io/serve/http_server.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr rlim_t most_files = 256;  // connections are open files
constexpr auto turn = 50ms;
constexpr auto between_looks = 1s;
constexpr auto before_news = 2s, between_news = 5s;  // of the first read

/// 128 random bits, without which nobody can read the page.
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
  const std::string user = variable("USER");
  say("{}: read-only, for this machine alone, until Ctrl-C\n  http://127.0.0.1:{}/{}/\nFrom another machine first\n"
      "  ssh -N -L {}:127.0.0.1:{} {}{}{}\n",
      store, port, token, port, port, user, user.empty() ? "" : "@", host_name());
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    throw Error(ErrorKind::config, "serve: the address of the page cannot be printed");
}

/// Reads the store for the first time in another thread, and reports a read that takes long. Returns false, while that
/// thread still reads, if the process is asked to stop.
bool has_read(std::future<void>& reading, const std::string& path, const StopFlag& stop) {
  const auto begin = std::chrono::steady_clock::now();
  for (auto next = begin + before_news; reading.wait_for(turn) != std::future_status::ready;) {
    if (stop.is_set()) return false;
    const auto now = std::chrono::steady_clock::now();
    if (now < next) continue;
    say(stderr, "{}: reading it for {} s so far\n", path,
        std::chrono::duration_cast<std::chrono::seconds>(now - begin).count());
    next = now + between_news;
  }
  reading.get();
  return true;
}

/// Reads the store again in another thread until the process is asked to stop.
void keep_current(LiveStore& live, std::future<void>& reading, const StopFlag& stop) {
  for (auto next = std::chrono::steady_clock::now() + between_looks; !stop.is_set();
       std::this_thread::sleep_for(turn)) {
    if (reading.valid() && reading.wait_for(0s) != std::future_status::ready) continue;
    if (std::chrono::steady_clock::now() < next) continue;
    reading = std::async(std::launch::async, [&] { live.look(); });
    next = std::chrono::steady_clock::now() + between_looks;
  }
}

/// Ends the process if a read is in progress. Nothing can interrupt it, and it changes no file.
void leave_reading(const std::future<void>& reading) {
  if (!reading.valid() || reading.wait_for(0s) == std::future_status::ready) return;
  std::fflush(nullptr);
  std::_Exit(exit_success);
}

}  // namespace

OptionTable serve_options() {
  using namespace option;
  return {{place("store", "STORE.h5", "store").completed_by(store_files),
           integer("port", "P", "of 127.0.0.1; 0: any that is free").with_default("0")}};
}

int serve_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store");
  const int port = given->integer("port");
  if (port < 0 || port > 65535) throw Error(ErrorKind::config, fmt::format("serve: --port {}: use 0 to 65535", port));
  s.stop.set_by_signals();
  limit_files();
  LiveBoard board;
  const std::string token = random_token();
  HttpServer server(board, token, port);
  std::optional<LiveStore> live;
  std::future<void> reading = std::async(std::launch::async, [&] { live.emplace(path, board); });
  if (!has_read(reading, path, s.stop)) {
    leave_reading(reading);
    return exit_success;
  }
  tell_address(path, token, server.port());
  std::jthread serving([&] { server.run(); });
  keep_current(*live, reading, s.stop);
  board.close();
  server.stop();
  serving.join();
  leave_reading(reading);
  return exit_success;
}

}  // namespace icsweep
