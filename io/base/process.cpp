#include "io/base/process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <new>
#include <thread>

#include "io/base/descendants.hpp"
#include "io/base/exec.hpp"
#include "io/base/process_memory.hpp"
#include "io/base/shortage.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t most_at_once = 1 << 18;  // bytes per read call
constexpr int out_of_memory = 77;              // exit status of a forked function that ran out of memory

/// Blocks SIGPIPE in this thread while it writes to a pipe whose reader may be gone.
class NoSigpipe {
 public:
  NoSigpipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec none{};
    while (!was_pending_ && ::sigtimedwait(&pipe_, nullptr, &none) < 0 && errno == EINTR) continue;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t pipe_, before_;
  bool was_pending_;
};

/// Bytes that already count against RLIMIT_DATA.
std::size_t data_of_this_process() {
  std::size_t pages[6] = {};
  std::ifstream file("/proc/self/statm");
  for (std::size_t& number : pages) file >> number;
  return pages[5] * std::size_t(::sysconf(_SC_PAGESIZE));
}

/// Runs a forked function and exits. The copy must not continue as its parent, whatever the function throws.
[[noreturn]] void live(const std::function<void(int)>& f, int output) noexcept {
  try {
    f(output);
  } catch (const std::bad_alloc&) {
    ::_exit(out_of_memory);
  }
  ::_exit(0);
}

ProcessOrder with_mark_left_alone(ProcessOrder order) {
  if (order.lifetime == Lifetime::own) order.environment.emplace_back(left_alone);
  return order;
}

}  // namespace

Process::Process(const ProcessOrder& order)
    : owner_(::getpid()),
      lifetime_(order.lifetime),
      limits_(order.limits),
      grace_(order.grace),
      mark_(descendants_mark()) {
  adopt_orphans();
  ProcessEnds ends(order);
  process_ = start(with_mark_left_alone(order), mark_, ends, life_);
  pipes_ = std::move(ends.ours);
}

Process::Process(const std::function<void(int output)>& f, const ProcessLimits& limits)
    : owner_(::getpid()), lifetime_(Lifetime::thread), limits_(limits) {
  adopt_orphans();
  const std::size_t data = limits.bytes > 0 ? data_of_this_process() + limits.bytes : 0;
  Pipe output;
  process_ = fork_child();
  if (process_ < 0) throw Shortage(fmt::format("no process can be made ({})", std::strerror(errno)));
  if (process_ == 0) {
    die_with(owner_);
    output.to_read.close();
    limit(limits, data);
    live(f, output.to_write.number());
  }
  pipes_[1] = std::move(output.to_read);
  ::fcntl(pipes_[1].number(), F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  end();
}

pid_t Process::program() const {
  if (ended_) return 0;
  return lifetime_ == Lifetime::kept ? first_child_of(process_) : process_;
}

void Process::end() {
  if (lifetime_ == Lifetime::own || !is_own()) return;
  pipes_[0].close();
  const auto begin = Clock::now();
  for (std::string last_words; grace_ > 0ms && !has_ended(); last_words.clear()) {
    if (Clock::now() - begin > grace_) break;
    wait(1);
    read_output(last_words), read_errors(last_words);  // it may write until it ends
    std::this_thread::sleep_for(200us);                // wait() returns at once if both are closed
  }
  kill();
}

bool Process::is_own() const {
  return owner_ == ::getpid();
}

bool Process::has_ended() {
  if (ended_ || !is_own()) return ended_;
  const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  took_too_long_ = limits_.seconds > 0 && seconds > limits_.seconds;
  siginfo_t info{};
  // WNOWAIT keeps the process number reserved until its group is killed.
  const bool is_gone = ::waitid(P_PID, id_t(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
  took_too_long_ = took_too_long_ && !is_gone;
  if (is_gone || took_too_long_) kill();
  return ended_;
}

void Process::kill() {
  if (ended_ || !is_own()) return;
  ::kill(mark_.empty() ? process_ : -process_, SIGKILL);
  reap();
  mark_.empty() ? kill_orphans() : kill_descendants(mark_);
}

void Process::reap() {
  rusage usage{};
  while (::wait4(process_, &status_, 0, &usage) < 0 && errno == EINTR) continue;
  peak_bytes_ = 1024.0 * double(usage.ru_maxrss);
  ended_ = true;
  forget_child(process_);
}

void Process::signal(int number) const {
  if (!ended_ && is_own()) ::kill(process_, number);
}

ProcessEnding Process::ending() const {
  const ProcessEnding plain(status_);
  if (took_too_long_)
    return ProcessEnding(status_, fmt::format("took more than {:g} s and was killed", limits_.seconds));
  if (limits_.bytes > 0 && mark_.empty() && plain.exit_status() == out_of_memory)
    return ProcessEnding(status_, fmt::format("needed more than {} MiB of memory", limits_.bytes >> 20));
  if (limits_.cpu_seconds > 0 && plain.signal() == SIGXCPU)
    return ProcessEnding(status_, fmt::format("computed for more than {} s and was killed", limits_.cpu_seconds));
  return plain;
}

void Process::wait(int milliseconds, bool to_write) {
  pollfd ready[3] = {{to_write ? pipes_[0].number() : -1, POLLOUT, 0},
                     {pipes_[1].number(), POLLIN, 0},
                     {pipes_[2].number(), POLLIN, 0}};
  ::poll(ready, 3, milliseconds);  // poll ignores negative descriptors
}

bool Process::write(std::string_view& text) {
  const NoSigpipe guard;
  while (!text.empty() && pipes_[0].is_open()) {
    const ssize_t written = ::write(pipes_[0].number(), text.data(), text.size());
    if (written < 0 && errno == EAGAIN) return true;
    if (written < 0 && errno != EINTR) pipes_[0].close();
    text.remove_prefix(std::size_t(std::max<ssize_t>(written, 0)));
  }
  return pipes_[0].is_open();
}

int Process::unread() const {
  int bytes = 0;
  return pipes_[0].is_open() && ::ioctl(pipes_[0].number(), FIONREAD, &bytes) == 0 ? bytes : 0;
}

bool Process::read(std::size_t which, std::string& to) {
  Descriptor& pipe = pipes_[which];
  char block[65536];
  for (std::size_t all = 0; pipe.is_open() && all < most_at_once;) {
    const ssize_t size = ::read(pipe.number(), block, sizeof block);
    if (size < 0 && errno == EAGAIN) return true;
    if (size == 0 || (size < 0 && errno != EINTR)) pipe.close();
    if (size <= 0) continue;
    to.append(block, std::size_t(size));
    all += std::size_t(size);
    if (std::size_t(size) < sizeof block) return true;
  }
  return pipe.is_open();
}

ProcessAnswer answer_of(Process& process) {
  ProcessAnswer answer;
  const auto read = [&] {
    const std::size_t before = answer.output.size() + answer.errors.size();
    process.read_output(answer.output), process.read_errors(answer.errors);
    return answer.output.size() + answer.errors.size() > before;
  };
  while (!process.has_ended()) process.wait(1), read();
  while (read()) continue;
  answer.ending = process.ending();
  return answer;
}

}  // namespace icsweep
