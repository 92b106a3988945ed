// A heartbeat for tests of code that displays it.
#pragma once

#include "io/store/lease.hpp"

namespace icsweep {

inline Heartbeat some_news() {
  Heartbeat h;
  h.done = 7;
  h.total = 18;
  h.counts = {{"done", 7}};
  h.share = 0.399;
  h.sequences_per_s = 412'345;
  h.elapsed_s = 50;
  h.eta_s = 80;
  h.in_flight = {{0, "augmented", "", "depth=3 seed=1", 10, 100, 0.0123},
                 {1, "augmented", "", "depth=2 seed=1", 1, 100, 0.5}};
  return h;
}

inline Heartbeat with_failures(Heartbeat h) {
  h.counts = {{"done", 3}, {"diverged", 1}, {"failed", 2}, {"timed_out", 1}};
  h.failures = {{"augmented", "ab", "depth=9", "failed", "out of memory"}, {"augmented", "cd", "", "timed_out", ""}};
  return h;
}

}  // namespace icsweep
