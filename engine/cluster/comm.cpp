#include "engine/cluster/comm.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace icsweep {

void nap_until(const std::function<bool()>& done, std::chrono::microseconds longest) {
  for (auto nap = std::chrono::microseconds(20); !done(); nap = std::min(nap * 2, longest))
    std::this_thread::sleep_for(nap);
}

Message Comm::wait(const std::function<void()>& meanwhile) const {
  std::optional<Message> message;
  nap_until([&] {
    message = poll();
    if (!message) meanwhile();
    return message.has_value();
  });
  return std::move(*message);
}

}  // namespace icsweep
