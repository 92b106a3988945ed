#include "engine/commands/repeat_all.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "engine/cluster/exit_status.hpp"

namespace icsweep {
namespace {

/// One line, redrawn on a terminal: the running experiment and its step.
class SampleProgress {
 public:
  explicit SampleProgress(std::size_t count) : count_(count), shown_(::isatty(STDERR_FILENO) == 1) {}
  ~SampleProgress() { clear(); }
  SampleProgress(const SampleProgress&) = delete;
  SampleProgress& operator=(const SampleProgress&) = delete;
  void show(std::size_t number, const Progress& p) {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    fmt::print(stderr, "\r\033[K{} of {}: step {}/{}", number, count_, p.step, p.steps);
    std::fflush(stderr);
  }
  void clear() const {
    if (shown_ && last_ != std::chrono::steady_clock::time_point{}) fmt::print(stderr, "\r\033[K");
  }

 private:
  std::size_t count_;
  bool shown_;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace

RepeatTally repeat_all(std::size_t count, const std::function<Repeated(std::size_t, const OnTick&)>& run,
                       const std::function<void(std::size_t, const Repeated&)>& report) {
  RepeatTally tally;
  SampleProgress progress(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Repeated r = run(i, [&](const Progress& p) { progress.show(i + 1, p); });
    tally.stopped = r.stopped;
    if (r.stopped) break;
    ++tally.run;
    progress.clear();
    if (r.difference.empty()) continue;
    ++tally.different;
    report(i, r);
  }
  return tally;
}

std::string to_text(const RepeatTally& t, std::size_t count) {
  return fmt::format("{} of {} run again, {} {}{}", t.run, count, t.different, t.different == 1 ? "differs" : "differ",
                     t.stopped ? "; stopped" : "");
}

int status_of(const RepeatTally& t) {
  return t.different > 0 ? exit_failed : t.stopped ? exit_stopped : exit_success;
}

}  // namespace icsweep
