#include "engine/stop_signal.hpp"

#include <chrono>
#include <csignal>
#include <initializer_list>
#include <limits>

namespace icsweep {
namespace {

volatile std::sig_atomic_t stop_flag = 0;
double stop_time = std::numeric_limits<double>::infinity();

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void stop_on_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) std::signal(signal, [](int) { stop_flag = 1; });
}

void stop_after(double seconds) {
  stop_time = now() + seconds;
}

double seconds_until_stop() {
  return stop_time - now();
}

bool stop_requested() {
  return stop_flag != 0 || seconds_until_stop() <= 0;
}

}  // namespace icsweep
