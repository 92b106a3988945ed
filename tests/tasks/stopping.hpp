// Stops a task at any moment, and compares the resumed run with an uninterrupted one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tasks/task.hpp"

namespace icsweep::test {

struct Stopped {};

/// Leaves the task at call number `calls` of on_tick, counted from 0, as a signal does.
class Stopping : public Context {
 public:
  explicit Stopping(int calls) : calls_(calls) {}
  std::optional<std::string> last;  ///< snapshot at the last tick that gave one

 protected:
  void on_tick(const Progress&) override {
    if (const auto fresh = snapshot()) last = std::string(*fresh);
    if (calls_-- == 0) throw Stopped{};
  }

 private:
  int calls_;
};

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

inline void expect_same(const Context& resumed, const Context& whole) {
  ASSERT_EQ(resumed.results().size(), whole.results().size());
  for (const auto& [name, values] : whole.results()) EXPECT_TRUE(same_bits(resumed.results().at(name), values)) << name;
  EXPECT_EQ(resumed.weights(), whole.weights());
}

/// Calls of on_tick in a whole run.
inline int calls_of(const Task& task, const Config& config) {
  struct Counter : Context {
    int calls = 0;
    void on_tick(const Progress&) override { ++calls; }
  } counter;
  task.run(config, counter);
  return counter.calls;
}

}  // namespace icsweep::test
