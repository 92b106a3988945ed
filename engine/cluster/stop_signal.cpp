#include "engine/cluster/stop_signal.hpp"

#include <chrono>
#include <csignal>

namespace icsweep {
namespace {

// A signal handler takes no arguments from us. It may run in any thread, such as that of the lease or one of MPI's.
std::atomic<std::atomic<bool>*> flag_of_signals = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::atomic<bool>*>::is_always_lock_free,
              "a handler must not wait");

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void StopFlag::set_by_signals() {
  flag_of_signals = &set_;
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1})
    std::signal(signal, [](int) {
      if (auto* flag = flag_of_signals.load()) *flag = true;
    });
}

StopFlag::~StopFlag() {
  std::atomic<bool>* own = &set_;
  flag_of_signals.compare_exchange_strong(own, nullptr);
}

void StopFlag::set_after(double seconds) {
  end_ = now() + seconds;
}

double StopFlag::seconds_left() const {
  return end_ - now();
}

}  // namespace icsweep
