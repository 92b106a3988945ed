#include "models/cpu/shared_time.hpp"

#include <chrono>

namespace icsweep {

SharedTime::SharedTime() {
  shared_time = this;
  partner = this;
}

SharedTime::~SharedTime() {
  shared_time = nullptr;
  partner = nullptr;
}

void SharedTime::share(int parts, const std::function<void(int)>& work) {
  const auto begin = std::chrono::steady_clock::now();
  for (int part = 0; part < parts; ++part) work(part);
  halves += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace icsweep
