// How much of a training on one thread several threads could share.
#pragma once

#include <chrono>

#include "models/layers/partner.hpp"

namespace icsweep {

class SharedTime;
/// Of the calling thread; null: nobody asks.
inline constinit thread_local SharedTime* shared_time = nullptr;

/// While it exists, adds up what the thread that made it spends in the blocks of batches, and there in halves.
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

  double blocks = 0;  ///< seconds in what threads share a block each
  double halves = 0;  ///< of these, seconds in what a second thread could take half of

 private:
  void share(int parts, const std::function<void(int)>& work) override {
    const auto begin = std::chrono::steady_clock::now();
    for (int part = 0; part < parts; ++part) work(part);
    halves += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
};

}  // namespace icsweep
