#include "engine/stop_signal.hpp"

#include <csignal>
#include <initializer_list>

namespace icsweep {
namespace {

volatile std::sig_atomic_t stop_flag = 0;

}  // namespace

void stop_on_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) std::signal(signal, [](int) { stop_flag = 1; });
}

bool stop_requested() {
  return stop_flag != 0;
}

}  // namespace icsweep
