#include "tasks/program/spawned_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

#include "io/child_process.hpp"
#include "io/descendants.hpp"
#include "io/keeper.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr int first_free = 10;                 // our descriptors lie above those that the child arranges
constexpr auto time_to_end = 2s;               // for a program whose input was closed
constexpr std::size_t most_at_once = 1 << 18;  // bytes read in one call

[[noreturn]] void fail(const std::string& file, const char* what, int error) {
  throw std::runtime_error(fmt::format("{}: {} ({})", file, what, std::strerror(error)));
}

/// Both ends of a pipe, closed at the end of this object's life unless taken.
struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error(fmt::format("no pipe ({})", std::strerror(errno)));
    for (int i = 0; i < 2; ++i) {
      end[i] = ::fcntl(ends[i], F_DUPFD_CLOEXEC, first_free);
      ::close(ends[i]);
    }
    if (end[0] < 0 || end[1] < 0) throw std::runtime_error("no pipe (too many open files)");
  }
  ~Pipe() {
    for (const int e : end)
      if (e >= 0) ::close(e);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int take(int which) { return std::exchange(end[which], -1); }
  int end[2] = {-1, -1};  // to read from, to write to
};

void close_from(int first, int limit) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, unsigned(first), ~0U, 0U) == 0) return;
#endif
  for (int i = first; i < limit; ++i) ::close(i);  // before Linux 5.9
}

/// What the child needs between fork and exec, where only async-signal-safe calls are allowed: other threads of the
/// parent may have held any lock.
struct Launch {
  const char *file, *folder;
  bool kept;  // by a keeper
  char *const *arguments, *const *environment;
  int from_parent, to_parent, errors, failure, life;  // its ends of the pipes
  pid_t parent;
  int descriptors;  // no open one is larger
};

[[noreturn]] void become(const Launch& l) {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::setsid();
  if (!l.kept) ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a keeper ends the program
  if (::getppid() != l.parent) ::_exit(127);        // it died before
  const int failure = ::dup2(l.failure, keeper_report) == keeper_report ? keeper_report : l.failure;
  bool arranged = failure == keeper_report && ::dup2(l.from_parent, 0) == 0 && ::dup2(l.to_parent, 1) == 1 &&
                  ::dup2(l.errors, 2) == 2;
  if (l.kept) arranged = arranged && ::dup2(l.life, keeper_life) == keeper_life;
  else arranged = arranged && ::fcntl(failure, F_SETFD, FD_CLOEXEC) == 0;
  if (arranged) close_from(l.kept ? keeper_life + 1 : keeper_report + 1, l.descriptors);
  if (arranged && (!*l.folder || ::chdir(l.folder) == 0)) ::execve(l.file, l.arguments, l.environment);
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(failure, &error, sizeof error);
  ::_exit(127);
}

/// Takes SIGPIPE from this thread while it writes to a pipe whose reader may be gone.
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

}  // namespace

SpawnedProcess::SpawnedProcess(const SpawnOrder& order) : owner_(::getpid()), mark_(descendants_mark()) {
  adopt_orphans();
  Pipe input, output, errors, failure, life;
  auto variables = order.environment;
  variables.push_back(mark_);
  const std::string keeper = keeper_file();
  auto words = order.arguments;
  if (!keeper.empty()) words.insert(words.begin(), {keeper_name, order.file});
  const auto arguments = exec_pointers(words), environment = exec_pointers(variables);
  const Launch launch{keeper.empty() ? order.file.c_str() : keeper.c_str(),
                      order.folder.c_str(),
                      !keeper.empty(),
                      arguments.data(),
                      environment.data(),
                      input.end[0],
                      output.end[1],
                      errors.end[1],
                      failure.end[1],
                      life.end[0],
                      owner_,
                      int(std::clamp(::sysconf(_SC_OPEN_MAX), 256L, 1L << 20))};
  process_ = ::fork();
  if (process_ < 0) fail(order.file, "no process can be made", errno);
  if (process_ == 0) become(launch);
  note_child(process_);
  ::close(failure.take(1));
  int error = 0;
  ssize_t size;
  while ((size = ::read(failure.end[0], &error, sizeof error)) < 0 && errno == EINTR) continue;
  if (size != 0) {  // exec closes that pipe without a word
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
    forget_child(process_);
    fail(order.file, "cannot be started", size > 0 ? error : errno);
  }
  pipes_[0] = input.take(1);
  pipes_[1] = output.take(0);
  pipes_[2] = errors.take(0);
  life_ = life.take(1);
  for (const int pipe : pipes_) ::fcntl(pipe, F_SETFL, O_NONBLOCK);
}

SpawnedProcess::~SpawnedProcess() {
  close(0);
  const auto begin = std::chrono::steady_clock::now();
  for (std::string last_words; is_own() && !has_ended(); last_words.clear()) {
    if (std::chrono::steady_clock::now() - begin > time_to_end) kill();
    wait(1);
    read_output(last_words), read_errors(last_words);  // it may say something before it ends
    std::this_thread::sleep_for(200us);                // wait() returns at once where both are closed
  }
  close(1), close(2);
  if (life_ >= 0) ::close(life_);
}

bool SpawnedProcess::is_own() const {
  return owner_ == ::getpid();
}

bool SpawnedProcess::has_ended() {
  if (ended_) return true;
  siginfo_t info{};
  // Its number is not given away before its group is killed.
  if (::waitid(P_PID, id_t(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0) return false;
  kill();
  return true;
}

void SpawnedProcess::kill() {
  if (ended_ || !is_own()) return;
  ::kill(-process_, SIGKILL);
  while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) continue;
  ended_ = true;
  forget_child(process_);
  kill_descendants(mark_);
}

std::string SpawnedProcess::ending() const {
  if (!WIFSIGNALED(status_)) return fmt::format("ended with exit status {}", WEXITSTATUS(status_));
  const int signal = WTERMSIG(status_);
  return fmt::format("died of signal {} ({}{})", signal, ::strsignal(signal),
                     signal == SIGKILL ? "; was the memory full?" : "");
}

bool SpawnedProcess::was_asked_to_end() const {
  const int signal = WIFSIGNALED(status_) ? WTERMSIG(status_) : WEXITSTATUS(status_) - 128;
  return std::ranges::count(std::array{SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2}, signal) > 0;
}

void SpawnedProcess::wait(int milliseconds, bool to_write) {
  pollfd ready[3] = {{to_write ? pipes_[0] : -1, POLLOUT, 0}, {pipes_[1], POLLIN, 0}, {pipes_[2], POLLIN, 0}};
  ::poll(ready, 3, milliseconds);  // a negative descriptor is none
}

bool SpawnedProcess::write(std::string_view& text) {
  const NoSigpipe guard;
  while (!text.empty() && pipes_[0] >= 0) {
    const ssize_t written = ::write(pipes_[0], text.data(), text.size());
    if (written < 0 && errno == EAGAIN) return true;
    if (written < 0 && errno != EINTR) close(0);
    text.remove_prefix(std::size_t(std::max<ssize_t>(written, 0)));
  }
  return pipes_[0] >= 0;
}

int SpawnedProcess::unread() const {
  int bytes = 0;
  return pipes_[0] >= 0 && ::ioctl(pipes_[0], FIONREAD, &bytes) == 0 ? bytes : 0;
}

bool SpawnedProcess::read(int which, std::string& to) {
  char block[65536];
  for (std::size_t all = 0; pipes_[which] >= 0 && all < most_at_once;) {
    const ssize_t size = ::read(pipes_[which], block, sizeof block);
    if (size < 0 && errno == EAGAIN) return true;
    if (size == 0 || (size < 0 && errno != EINTR)) close(which);
    if (size <= 0) continue;
    to.append(block, std::size_t(size));
    all += std::size_t(size);
    if (std::size_t(size) < sizeof block) return true;
  }
  return pipes_[which] >= 0;
}

void SpawnedProcess::close(int which) {
  if (pipes_[which] >= 0) ::close(std::exchange(pipes_[which], -1));
}

}  // namespace icsweep
