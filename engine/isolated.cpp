#include "engine/isolated.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "engine/stop_signal.hpp"
#include "io/running_clock.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

constexpr double news_every = 0.05, grace = 60;      // seconds: between two messages of a child, until it has stopped
constexpr char news = 'n', end = 'e', broken = 'b';  // what a message begins with

/// The child's whole life. What is thrown there is ours and told as such; what is no std::exception ends it here and
/// not in a copy of its parent's life.
[[noreturn]] void live(const std::function<Attempt(const OnTick&)>& run, int to) noexcept {
  auto told = RunningClock::now() - std::chrono::seconds(1);
  const OnTick tell = [&](const Progress& progress) {
    if (running_seconds_since(told) < news_every) return;
    told = RunningClock::now();
    std::string message(1, news);
    message.append(reinterpret_cast<const char*>(&progress), sizeof progress);
    write_all(to, message);
  };
  std::string last_words(1, end);
  Archive archive(&last_words);
  try {
    Attempt attempt = run(tell);
    archive(attempt);
  } catch (const std::exception& e) {
    std::string reason = e.what();
    last_words = broken;
    archive(reason);
  }
  write_all(to, last_words);
  ::_exit(0);
}

/// A child and what it says.
class Child {
 public:
  explicit Child(const std::function<Attempt(const OnTick&)>& run) {
    int ends[2];
    if (::pipe(ends) != 0) fail("pipe");
    from_ = ends[0];
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ < 0) fail("process");
    if (process_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // not one step further than its rank
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

  /// Waits a millisecond for more; false when it has said all.
  bool listen() {
    pollfd ready{from_, POLLIN, 0};
    if (::poll(&ready, 1, 1) <= 0) return true;
    char block[65536];
    const ssize_t size = ::read(from_, block, sizeof block);
    if (size > 0) heard_.append(block, std::size_t(size));
    return size > 0 || (size < 0 && errno == EINTR);
  }

  /// The last progress since the last call.
  std::optional<Progress> progress() {
    std::optional<Progress> latest;
    constexpr std::size_t size = 1 + sizeof(Progress);
    while (heard_.size() >= size && heard_[0] == news) {
      latest.emplace();
      std::memcpy(&*latest, heard_.data() + 1, sizeof(Progress));
      heard_.erase(0, size);
    }
    return latest;
  }

  /// What it left when it has said all; nothing if it died before.
  std::optional<Attempt> attempt() try {
    progress();
    if (heard_.empty()) return std::nullopt;
    Archive archive{std::string_view(heard_).substr(1)};
    if (heard_[0] == broken) {
      std::string reason;
      archive(reason);
      throw Error(ErrorKind::store, reason);
    }
    Attempt attempt;
    archive(attempt);
    return attempt;
  } catch (const StaleState&) {  // it died while it said it
    return std::nullopt;
  }

  /// Its exit status, once.
  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    process_ = -1;
    return status;
  }

 private:
  [[noreturn]] static void fail(const char* what) {
    throw Error(ErrorKind::store, fmt::format("no {} can be made for an experiment ({})", what, std::strerror(errno)));
  }

  int from_ = -1;
  pid_t process_ = -1;
  std::string heard_;
};

/// Until the child has said all; true if it had to be killed because it was silent.
bool follow(Child& child, const OnTick& on_tick, double hang_after) {
  Progress latest{};
  auto heard = RunningClock::now();
  std::optional<RunningClock::time_point> stopping;
  while (child.listen()) {
    if (const auto progress = child.progress()) {
      latest = *progress;
      heard = RunningClock::now();
    }
    on_tick(latest);
    if (stop_requested() && !stopping) {
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

Attempt isolated(const std::function<Attempt(const OnTick&)>& run, const OnTick& on_tick, double hang_after) {
  for (int death = 1;; ++death) {
    Child child(run);
    if (follow(child, on_tick, hang_after))
      return crashed(fmt::format("had no tick for {:g} s and was killed", hang_after));
    if (auto attempt = child.attempt()) return std::move(*attempt);
    const int status = child.wait();
    if (stop_requested()) return {};
    if (death == 2) return crashed(fmt::format("its process {}, twice", cause_of(status)));
  }
}

}  // namespace icsweep
