#include "engine/worker/subprocess.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <utility>

#include "io/base/process.hpp"
#include "io/store/running_clock.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

constexpr double news_every = 0.05, grace = 60;  // seconds between two messages of a child, and for a child to stop
constexpr char news = 'n', so_far = 's', end = 'e', broken = 'b';  // the first letter of a message

/// Runs the child. Sends a std::exception of icsweep to the parent; any other exception ends the child.
void serve(const SubprocessRun& run, int to) {
  auto told = RunningClock::now() - std::chrono::seconds(1);
  std::optional<Progress> untold;
  const auto send_news = [&](const Progress& progress) {
    std::string message(1, news);
    message.append(reinterpret_cast<const char*>(&progress), sizeof progress);
    write_all(to, message);
  };
  const OnTick tell = [&](const Progress& progress) {
    untold = progress;
    if (running_seconds_since(told) < news_every) return;
    told = RunningClock::now();
    send_news(*std::exchange(untold, std::nullopt));
  };
  const OnSoFar tell_so_far = [&](const Results& results) {
    std::string text;
    Results copy = results;
    Archive{&text}(copy);
    const std::uint64_t size = text.size();
    std::string message(1, so_far);
    message.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
    write_all(to, message);
  };
  std::string last_words(1, end);
  Archive archive(&last_words);
  try {
    Attempt attempt = run(tell, tell_so_far);
    archive(attempt);
  } catch (const std::exception& e) {
    std::string reason = e.what();
    last_words = broken;
    archive(reason);
  }
  if (untold) send_news(*untold);  // the row names its last step
  write_all(to, last_words);
}

/// A child process and the messages that it sends.
class Child {
 public:
  explicit Child(const SubprocessRun& run) try : process_([&run](int to) { serve(run, to); }) {
  } catch (const std::runtime_error& e) {
    throw Error(ErrorKind::store, fmt::format("an experiment cannot have a process of its own: {}", e.what()));
  }

  Process& process() { return process_; }

  /// Waits up to a millisecond for more. Returns false after all messages that the child sent before its end.
  bool listen() {
    if (is_over_) return false;
    process_.wait(1);
    if (process_.read_output(heard_) && !process_.has_ended()) return true;
    heard_ += answer_of(process_).output;
    is_over_ = true;
    return true;
  }

  /// The last progress and the last results along training since the last call.
  struct News {
    std::optional<Progress> progress{};
    std::optional<Results> so_far{};
  };
  News tell_news() {
    News latest;
    while (take_progress(latest) || take_so_far(latest)) continue;
    return latest;
  }

  /// The attempt that the child sent at its end; empty if it died before.
  std::optional<Attempt> attempt() try {
    if (heard_.empty() || (heard_[0] != end && heard_[0] != broken)) return std::nullopt;
    Archive archive{std::string_view(heard_).substr(1)};
    if (heard_[0] == broken) {
      std::string reason;
      archive(reason);
      throw Error(ErrorKind::store, reason);
    }
    Attempt attempt;
    archive(attempt);
    return attempt;
  } catch (const StaleState&) {  // the child died while sending this
    return std::nullopt;
  }

  /// Call it only after the child has ended.
  ProcessEnding ending() const { return process_.ending(); }

 private:
  bool take_progress(News& latest) {
    constexpr std::size_t size = 1 + sizeof(Progress);
    if (heard_.size() < size || heard_[0] != news) return false;
    std::memcpy(&latest.progress.emplace(), heard_.data() + 1, sizeof(Progress));
    heard_.erase(0, size);
    return true;
  }

  bool take_so_far(News& latest) {
    std::uint64_t size = 0;
    constexpr std::size_t before = 1 + sizeof size;
    if (heard_.size() < before || heard_[0] != so_far) return false;
    std::memcpy(&size, heard_.data() + 1, sizeof size);
    if (heard_.size() - before < size) return false;
    Archive{std::string_view(heard_).substr(before, size)}(latest.so_far.emplace());
    heard_.erase(0, before + size);
    return true;
  }

  Process process_;
  std::string heard_;
  bool is_over_ = false;
};

/// Follows the child until it has sent everything. Returns true if it was killed because it made no tick.
bool follow(Child& child, const StopFlag& stop, const OnTick& on_tick, const OnSoFar& on_so_far, double hang_after) {
  Progress latest{};
  auto heard = RunningClock::now();
  std::optional<RunningClock::time_point> stopping;
  while (child.listen()) {
    const auto [progress, results] = child.tell_news();
    if (progress) {
      latest = *progress;
      heard = RunningClock::now();
    }
    if (results && on_so_far) on_so_far(*results);
    on_tick(latest);
    if (stop.is_set() && !stopping) {
      stopping = RunningClock::now();
      child.process().signal(SIGTERM);
    }
    const bool hangs = hang_after > 0 && running_seconds_since(heard) > hang_after;
    if (!hangs && !(stopping && running_seconds_since(*stopping) > grace)) continue;
    child.process().kill();
    return hangs;
  }
  return false;
}

Attempt crashed(const std::string& message) {
  return {Outcome::crashed, message, {}, 0, {}, {}};
}

}  // namespace

Attempt run_in_subprocess(const SubprocessRun& run, const StopFlag& stop, const OnTick& on_tick, double hang_after,
                          const OnSoFar& on_so_far) {
  for (int death = 1;; ++death) {
    Child child(run);
    if (follow(child, stop, on_tick, on_so_far, hang_after))
      return crashed(fmt::format("had no tick for {:g} s and was killed", hang_after));
    if (auto attempt = child.attempt()) return std::move(*attempt);
    const ProcessEnding ending = child.ending();
    if (stop.is_set()) return {};
    if (death == 2) return crashed(fmt::format("its process {}, twice", ending.text()));
  }
}

}  // namespace icsweep
