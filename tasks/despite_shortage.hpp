// Waits for files, processes and memory of which the host is short, so that an experiment does not fail for want of
// them.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

#include "io/base/shortage.hpp"
#include "tasks/not_started.hpp"

namespace icsweep {

/// Repeats `f` until it throws no Shortage, calls `poll` between, and returns its value. Throws NotStarted after a
/// minute. f must leave nothing behind when it throws.
template <class F>
auto despite_shortage(const std::function<void()>& poll, F f) {
  using namespace std::chrono_literals;
  constexpr int most = 600;
  for (int tries = 1;; ++tries) try {
      return f();
    } catch (const Shortage& e) {
      if (tries == most) throw NotStarted(e.what());
      poll();
      std::this_thread::sleep_for(100ms);
    }
}

}  // namespace icsweep
