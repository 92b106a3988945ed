#include "io/exec.hpp"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace icsweep {

std::vector<char*> exec_pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

void unblock_signals() {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void die_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
}

void close_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, unsigned(first), ~0U, 0U) == 0) return;
#endif
  const int limit = int(std::clamp(::sysconf(_SC_OPEN_MAX), 256L, 1L << 20));
  for (int i = first; i < limit; ++i) ::close(i);  // before Linux 5.9
}

void report_errno(int to) {
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(to, &error, sizeof error);
  ::_exit(127);
}

}  // namespace icsweep
