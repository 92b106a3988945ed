#include "io/store/trial.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <string>

#include "io/error.hpp"

namespace icsweep {
namespace {

constexpr rlim_t max_seconds = 30;     // of computing
constexpr unsigned max_waiting = 120;  // seconds; a disk may be slow
constexpr rlim_t more_memory = rlim_t{512} << 20;
constexpr int out_of_memory = 77;
constexpr std::size_t longest_text = 4000;  // less than a pipe holds
constexpr int own_faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU};

/// Bytes that already count against RLIMIT_DATA.
rlim_t data_of_this_process() {
  rlim_t pages[6] = {};
  std::ifstream file("/proc/self/statm");
  for (rlim_t& number : pages) file >> number;
  return pages[5] * rlim_t(::sysconf(_SC_PAGESIZE));
}

void limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit both{soft, hard};
  ::setrlimit(resource, &both);
}

/// An Error's kind and text, for the parent.
void tell(int to, ErrorKind kind, const char* text) {
  const char first = char(kind);
  [[maybe_unused]] auto told = ::write(to, &first, 1);
  told = ::write(to, text, std::min(std::strlen(text), longest_text));
}

[[noreturn]] void try_out(const std::function<void()>& f, int to) noexcept {
  // Handlers for these signals, such as MPI's, would print a page about them.
  for (const int signal : own_faults) std::signal(signal, SIG_DFL);
  limit(RLIMIT_CPU, max_seconds, max_seconds + 1);
  std::signal(SIGALRM, SIG_DFL);
  ::alarm(max_waiting);
  limit(RLIMIT_CORE, 0, 0);
  const rlim_t memory = data_of_this_process() + more_memory;
  limit(RLIMIT_DATA, memory, memory);
  try {
    f();
  } catch (const Error& e) {
    tell(to, e.kind(), e.what());
  } catch (const std::bad_alloc&) {
    ::_exit(out_of_memory);
  } catch (...) {  // the parent meets it again, outside the trial
  }
  ::_exit(0);
}

std::string read_all(int from) {
  std::string text;
  char block[4096];
  for (ssize_t size; (size = ::read(from, block, sizeof block)) > 0 || (size < 0 && errno == EINTR);)
    if (size > 0) text.append(block, std::size_t(size));
  return text;
}

/// The child's death by its exit status.
std::optional<std::string> death_of(int status) {
  if (WIFSIGNALED(status)) {  // any other signal is no verdict: memory may be full, or somebody killed it
    const bool own = std::count(std::begin(own_faults), std::end(own_faults), WTERMSIG(status)) > 0;
    return own ? std::optional<std::string>(::strsignal(WTERMSIG(status))) : std::nullopt;
  }
  if (WEXITSTATUS(status) == out_of_memory) return "a need for more than 512 MiB of memory";
  if (WEXITSTATUS(status) != 0) return "exit status " + std::to_string(WEXITSTATUS(status));  // set by a sanitizer
  return std::nullopt;
}

}  // namespace

std::optional<std::string> death_in_trial(const std::function<void()>& f) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) try_out(f, ends[1]);
  ::close(ends[1]);
  const std::string told = child > 0 ? read_all(ends[0]) : "";
  ::close(ends[0]);
  if (child < 0) return std::nullopt;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::nullopt;
  if (auto death = death_of(status)) return death;
  if (!told.empty()) throw Error(ErrorKind(told[0]), told.substr(1));
  return std::nullopt;
}

}  // namespace icsweep
