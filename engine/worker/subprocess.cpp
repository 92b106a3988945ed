#include "engine/worker/subprocess.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "io/descendants.hpp"
#include "io/store/running_clock.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

constexpr double news_every = 0.05, grace = 60;  // seconds: between two messages of a child; for a child to stop
constexpr char news = 'n', so_far = 's', end = 'e', broken = 'b';  // first letter of a message

/// The child's whole life. A std::exception here is the program's error and is sent to the parent; any other exception
/// ends the child, which must not go on as a copy of its parent.
[[noreturn]] void live(const SubprocessRun& run, int to) noexcept {
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
  ::_exit(0);
}

/// A child process and the messages it sends.
class Child {
 public:
  explicit Child(const SubprocessRun& run) {
    int ends[2];
    if (::pipe(ends) != 0) fail("pipe");
    from_ = ends[0];
    const pid_t parent = ::getpid();
    adopt_orphans();
    process_ = ::fork();
    if (process_ < 0) fail("process");
    if (process_ > 0) note_child(process_);
    if (process_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // the child dies with its rank
      if (::getppid() != parent) ::_exit(1);
      ::close(ends[0]);
      live(run, ends[1]);
    }
    ::close(ends[1]);
  }
  ~Child() {
    if (from_ >= 0) ::close(from_);
    if (process_ <= 0) return;
    kill(SIGKILL);
    wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void kill(int signal) const { ::kill(process_, signal); }

  /// Waits up to a millisecond for more; false when the child has closed the pipe.
  bool listen() {
    pollfd ready{from_, POLLIN, 0};
    if (::poll(&ready, 1, 1) <= 0) return true;
    char block[65536];
    const ssize_t size = ::read(from_, block, sizeof block);
    if (size > 0) heard_.append(block, std::size_t(size));
    return size > 0 || (size < 0 && errno == EINTR);
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

  /// The attempt that the child sent at its end; nothing if it died before.
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
  } catch (const StaleState&) {  // the child died while it sent this
    return std::nullopt;
  }

  /// Its exit status; call it once.
  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    forget_child(std::exchange(process_, -1));
    kill_orphans();
    return status;
  }

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

  [[noreturn]] static void fail(const char* what) {
    throw Error(ErrorKind::store, fmt::format("no {} can be made for an experiment ({})", what, std::strerror(errno)));
  }

  int from_ = -1;
  pid_t process_ = -1;
  std::string heard_;
};

/// Follows the child until it has sent everything; true if it was killed because it made no tick.
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
      child.kill(SIGTERM);
    }
    const bool hangs = hang_after > 0 && running_seconds_since(heard) > hang_after;
    if (!hangs && !(stopping && running_seconds_since(*stopping) > grace)) continue;
    child.kill(SIGKILL);
    return hangs;
  }
  return false;
}

Attempt crashed(const std::string& message) {
  return {Outcome::crashed, message, {}, 0, {}, {}};
}

std::string cause_of(int status) {
  if (!WIFSIGNALED(status)) return fmt::format("ended with exit status {}", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return fmt::format("died of signal {} ({}{})", signal, ::strsignal(signal),
                     signal == SIGKILL ? "; was the memory full?" : "");
}

}  // namespace

Attempt run_in_subprocess(const SubprocessRun& run, const StopFlag& stop, const OnTick& on_tick, double hang_after,
                          const OnSoFar& on_so_far) {
  for (int death = 1;; ++death) {
    Child child(run);
    if (follow(child, stop, on_tick, on_so_far, hang_after))
      return crashed(fmt::format("had no tick for {:g} s and was killed", hang_after));
    if (auto attempt = child.attempt()) return std::move(*attempt);
    const int status = child.wait();
    if (stop.is_set()) return {};
    if (death == 2) return crashed(fmt::format("its process {}, twice", cause_of(status)));
  }
}

}  // namespace icsweep
