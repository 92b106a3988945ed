#include "io/store/running_clock.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <system_error>
#include <thread>

namespace icsweep {
namespace {

using Steady = std::chrono::steady_clock;
using namespace std::chrono_literals;
using Unit = std::chrono::duration<std::uint32_t, std::centi>;  // enough for 497 days

constexpr auto look_every = 200ms;
constexpr std::chrono::nanoseconds longest_turn = 1s;

const Steady::time_point origin = Steady::now();

/// Time from the origin to the thread's last look, and the part of it that does not count. Both share one number, so
/// that readers never see only one of them changed.
struct Look {
  Unit at, lost;
};
std::atomic<std::uint64_t> last_look = 0;
std::atomic<pid_t> owner = 0;  // the process whose thread looks
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "a signal handler must not wait");

void keep(Look look) noexcept {
  last_look = std::uint64_t(look.at.count()) << 32 | look.lost.count();
}
Look kept() noexcept {
  const std::uint64_t both = last_look;
  return {Unit(std::uint32_t(both >> 32)), Unit(std::uint32_t(both))};
}

void look(std::chrono::nanoseconds now) noexcept {
  const auto [at, lost] = kept();
  const auto over = std::max(0ns, now - at - longest_turn);
  keep({std::chrono::duration_cast<Unit>(now), lost + std::chrono::duration_cast<Unit>(over)});
}

void begin_to_look() noexcept {
  pid_t before = owner;
  const pid_t self = ::getpid();
  if (before == self || !owner.compare_exchange_strong(before, self)) return;
  look(Steady::now() - origin);
  sigset_t all, old;  // other threads handle signals
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &old);
  try {
    std::thread([] {
      for (;; std::this_thread::sleep_for(look_every)) look(Steady::now() - origin);
    }).detach();
  } catch (const std::system_error&) {
    owner = 0;  // the next call tries again
  }
  ::pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

}  // namespace

RunningClock::time_point RunningClock::now() noexcept {
  begin_to_look();
  const std::chrono::nanoseconds now = Steady::now() - origin;
  const auto [at, lost] = kept();
  return time_point(std::min(now, at + longest_turn) - lost);
}

}  // namespace icsweep
