#include "io/base/keeper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <vector>

#include "io/base/descendants.hpp"
#include "io/base/exec.hpp"
#include "io/base/parsed_number.hpp"

namespace icsweep {
namespace {

constexpr std::array asking_signals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE};
using Handlers = std::array<void (*)(int), asking_signals.size()>;

Handlers ignore_asking_signals() {
  Handlers before;
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = ::signal(asking_signals[i], SIG_IGN);
  return before;
}

/// The arguments of a keeper.
struct Order {
  int report, life;  // the keeper's descriptors
  std::string file;
  std::vector<std::string> arguments;
};

/// Reads the order from the arguments, and clears them so that ps does not list the keeper as a second program.
Order taken(int count, char** words) {
  const int first = int(whole_number(words[1]).value_or(0));
  Order order{first, first + 1, words[2], {}};
  for (int i = 3; i < count; ++i) order.arguments.emplace_back(words[i]);
  for (int i = 1; i < count; ++i) std::memset(words[i], 0, std::strlen(words[i]));
  ::prctl(PR_SET_NAME, keeper_name);
  return order;
}

[[noreturn]] void become(const Order& order, const Handlers& handlers, pid_t keeper) {
  for (std::size_t i = 0; i < handlers.size(); ++i) ::signal(asking_signals[i], handlers[i]);
  unblock_signals();
  ::fcntl(order.report, F_SETFD, FD_CLOEXEC);
  ::close(order.life);
  die_with(keeper);
  ::execv(order.file.c_str(), exec_pointers(order.arguments).data());
  report_errno(order.report);
}

/// Closes the keeper's copies of the program's pipes, so that the pipes end with the program.
void leave_pipes(const Order& order) {
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, descriptor);
  ::close(nothing);
  for (int descriptor = STDERR_FILENO + 1; descriptor <= order.report; ++descriptor) ::close(descriptor);
}

[[noreturn]] void end_as(int status) {
  if (!WIFSIGNALED(status)) ::_exit(WEXITSTATUS(status));
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  unblock_signals();
  ::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  ::_exit(128 + WTERMSIG(status));
}

/// Waits for the program and returns its status. Kills everything if the starter dies first.
int status_of(pid_t program, int life, int ended_children) {
  pollfd events[2] = {{life, POLLIN, 0}, {ended_children, POLLIN, 0}};
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

/// Linux's loader calls this with the command line before main().
[[gnu::constructor]] void run_as_keeper(int count, char** words, char**) {
  if (is_keeper(count, words)) ::_exit(keep(count, words));
}

}  // namespace

bool is_keeper(int count, char** words) {
  return count > 0 && std::strcmp(words[0], keeper_name) == 0;
}

int keep(int count, char** words) {
  if (count < 4) return 127;  // not started by Process
  const Handlers handlers = ignore_asking_signals();
  adopt_orphans();
  const Order order = taken(count, words);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child, nullptr);
  const int ended_children = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  const pid_t keeper = ::getpid(), program = ::fork();
  if (program == 0) become(order, handlers, keeper);
  if (program < 0) report_errno(order.report);
  leave_pipes(order);
  const int status = status_of(program, order.life, ended_children);
  kill_orphans();
  end_as(status);
}

}  // namespace icsweep
