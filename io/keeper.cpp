#include "io/keeper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include "io/child_process.hpp"
#include "io/descendants.hpp"

namespace icsweep {
namespace {

constexpr std::array asking_signals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE};

bool provided = false;

void handle_asking_signals(void (*handler)(int)) {
  for (const int signal : asking_signals) ::signal(signal, handler);
}

/// Takes the program's words, and removes them from what ps shows: the keeper is no second one.
std::vector<std::string> taken(int count, char** words) {
  std::vector<std::string> all;
  for (int i = 1; i < count; ++i) {
    all.emplace_back(words[i]);
    std::memset(words[i], 0, all.back().size());
  }
  ::prctl(PR_SET_NAME, keeper_name);
  return all;
}

[[noreturn]] void become(const std::vector<std::string>& words) {
  handle_asking_signals(SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::fcntl(keeper_report, F_SETFD, FD_CLOEXEC);
  ::close(keeper_life);
  const pid_t keeper = ::getppid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper) ::_exit(127);
  const std::vector<std::string> arguments(words.begin() + 1, words.end());
  ::execv(words[0].c_str(), exec_pointers(arguments).data());
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(keeper_report, &error, sizeof error);
  ::_exit(127);
}

/// The program's pipes are its own, so that they end with it.
void leave_pipes() {
  ::close(keeper_report);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, descriptor);
  ::close(nothing);
}

[[noreturn]] void end_as(int status) {
  if (!WIFSIGNALED(status)) ::_exit(WEXITSTATUS(status));
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  ::_exit(128 + WTERMSIG(status));
}

/// Waits for the program's end, which it returns; ends with everything if the starter dies before.
int status_of(pid_t program, int ended_children) {
  pollfd events[2] = {{keeper_life, POLLIN, 0}, {ended_children, POLLIN, 0}};
  for (;;) {
    ::poll(events, 2, -1);
    if (events[0].revents != 0) {
      kill_orphans();
      ::_exit(1);
    }
    signalfd_siginfo ignored{};
    while (::read(ended_children, &ignored, sizeof ignored) > 0) continue;
    int status = 0;
    for (pid_t ended; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == program) return status;
  }
}

}  // namespace

void provide_keeper() {
  provided = true;
}

std::string keeper_file() {
  return provided ? fmt::format("/proc/{}/exe", ::getpid()) : "";
}

bool is_keeper(int count, char** words) {
  return count > 2 && std::strcmp(words[0], keeper_name) == 0;
}

int keep(int count, char** words) {
  handle_asking_signals(SIG_IGN);
  adopt_orphans();
  const std::vector<std::string> own = taken(count, words);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child, nullptr);
  const int ended_children = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  const pid_t program = ::fork();
  if (program == 0) become(own);
  if (program < 0) {
    const int error = errno;
    [[maybe_unused]] const auto written = ::write(keeper_report, &error, sizeof error);
    return 127;
  }
  leave_pipes();
  const int status = status_of(program, ended_children);
  kill_orphans();
  end_as(status);
}

}  // namespace icsweep
