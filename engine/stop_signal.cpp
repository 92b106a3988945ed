#include "engine/stop_signal.hpp"

#include <atomic>
#include <csignal>
#include <initializer_list>

namespace icsweep {
namespace {

// The handler may run in any thread: that of the lease, or one of MPI.
std::atomic<bool> stop_flag = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a handler must not wait");

}  // namespace

void stop_on_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) std::signal(signal, [](int) { stop_flag = true; });
}

bool stop_requested() {
  return stop_flag;
}

}  // namespace icsweep
