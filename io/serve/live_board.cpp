#include "io/serve/live_board.hpp"

#include <utility>

namespace icsweep {

void LiveBoard::show(ReportText text) {
  auto fresh = std::make_shared<const ReportText>(std::move(text));
  {
    const std::lock_guard lock(mutex_);
    text_.swap(fresh);
    ++now_.rows;
  }
  changed_.notify_all();
}  // frees the old text without holding the lock

void LiveBoard::publish(std::string launch) {
  {
    const std::lock_guard lock(mutex_);
    if (launch == launch_) return;
    launch_ = std::move(launch);
    ++now_.launch;
  }
  changed_.notify_all();
}

void LiveBoard::close() {
  {
    const std::lock_guard lock(mutex_);
    now_.closed = true;
  }
  changed_.notify_all();
}

std::shared_ptr<const ReportText> LiveBoard::text() const {
  const std::lock_guard lock(mutex_);
  return text_;
}

std::string LiveBoard::launch() const {
  const std::lock_guard lock(mutex_);
  return launch_;
}

Seen LiveBoard::wait(const Seen& seen, std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return now_ != seen; });
  return now_;
}

}  // namespace icsweep
