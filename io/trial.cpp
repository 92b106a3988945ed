#include "io/trial.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace icsweep {
namespace {

constexpr rlim_t most_seconds = 30;

[[noreturn]] void try_out(const std::function<void()>& f) noexcept {
  // Whoever has handlers for these, such as MPI, would print a page about them.
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) std::signal(signal, SIG_DFL);
  const rlimit computing{most_seconds, most_seconds}, no_dump{0, 0};
  ::setrlimit(RLIMIT_CPU, &computing);
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
  if (WIFSIGNALED(status)) return ::strsignal(WTERMSIG(status));
  if (WEXITSTATUS(status) != 0) return "exit status " + std::to_string(WEXITSTATUS(status));  // a sanitizer's
  return std::nullopt;
}

}  // namespace icsweep
