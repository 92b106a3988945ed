// A context whose process may open no file at first.
#pragma once

#include <optional>

#include "tasks/task.hpp"
#include "tests/support/no_descriptors.hpp"

namespace icsweep::test {

/// May open files once it has ticked or polled five times.
struct ShortOfDescriptors : Context {
  std::optional<NoDescriptors> shortage{std::in_place};
  int polls = 0;
  void on_tick(const Progress&) override {
    if (++polls == 5) shortage.reset();
  }
};

}  // namespace icsweep::test
