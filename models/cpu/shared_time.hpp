// Measures the share of a one-thread training that several threads could compute together.
#pragma once

#include <chrono>

#include "models/layers/partner.hpp"

namespace icsweep {

class SharedTime;
/// The calling thread's measurement, or null.
inline constinit thread_local SharedTime* shared_time = nullptr;

/// While it exists, adds up the time that the thread which made it spends in blocks of batches, and there in halves.
class SharedTime final : private Partner {
 public:
  SharedTime() {
    shared_time = this;
    partner = this;
  }
  ~SharedTime() override {
    shared_time = nullptr;
    partner = nullptr;
  }
  SharedTime(const SharedTime&) = delete;
  SharedTime& operator=(const SharedTime&) = delete;

  double blocks = 0;  ///< seconds in work of which threads take one block each
  double halves = 0;  ///< of these, seconds in work of which a second thread could take half

 private:
  void share(int parts, const std::function<void(int)>& work) override {
    const auto begin = std::chrono::steady_clock::now();
    for (int part = 0; part < parts; ++part) work(part);
    halves += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
};

}  // namespace icsweep
