#include "io/trial.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>

namespace icsweep {
namespace {

constexpr rlim_t most_seconds = 30;     // of computing
constexpr unsigned most_waiting = 120;  // seconds; a disk may be slow
constexpr int own_faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU};

[[noreturn]] void try_out(const std::function<void()>& f) noexcept {
  // Whoever has handlers for these, such as MPI, would print a page about them.
  for (const int signal : own_faults) std::signal(signal, SIG_DFL);
  const rlimit computing{most_seconds, most_seconds + 1}, no_dump{0, 0};
  ::setrlimit(RLIMIT_CPU, &computing);
  std::signal(SIGALRM, SIG_DFL);
  ::alarm(most_waiting);
  ::setrlimit(RLIMIT_CORE, &no_dump);
  try {
    f();
  } catch (...) {  // it is thrown again, where it is not a trial
  }
  ::_exit(0);
}

}  // namespace

std::optional<std::string> death_in_trial(const std::function<void()>& f) {
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) try_out(f);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::nullopt;
  if (WIFSIGNALED(status)) {  // by whatever else is no verdict: the memory may be full, or somebody in a hurry
    const bool own = std::count(std::begin(own_faults), std::end(own_faults), WTERMSIG(status)) > 0;
    return own ? std::optional<std::string>(::strsignal(WTERMSIG(status))) : std::nullopt;
  }
  if (WEXITSTATUS(status) != 0) return "exit status " + std::to_string(WEXITSTATUS(status));  // a sanitizer's
  return std::nullopt;
}

}  // namespace icsweep
