#include "engine/cluster/stop_signal.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <initializer_list>
#include <limits>

namespace icsweep {
namespace {

// The handler may run in any thread, such as the lease's or one of MPI's.
std::atomic<bool> stop_flag = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a handler must not wait");
double stop_time = std::numeric_limits<double>::infinity();

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void stop_on_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) std::signal(signal, [](int) { stop_flag = true; });
}

void stop_after(double seconds) {
  stop_time = now() + seconds;
}

double seconds_until_stop() {
  return stop_time - now();
}

bool stop_requested() {
  return stop_flag || seconds_until_stop() <= 0;
}

}  // namespace icsweep
