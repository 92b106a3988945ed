#include "io/store/trial.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>

#include "io/base/error.hpp"
#include "io/base/process.hpp"

namespace icsweep {
namespace {

constexpr ProcessLimits limits{
    .seconds = 120, .cpu_seconds = 30, .bytes = std::size_t{512} << 20};  // a disk may be slow
constexpr std::size_t longest_text = 4000;                                // less than the capacity of a pipe
constexpr std::array own_faults{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU};

/// Sends an Error's kind and text to the parent.
void tell(int to, ErrorKind kind, const char* text) {
  const char first = char(kind);
  [[maybe_unused]] auto told = ::write(to, &first, 1);
  told = ::write(to, text, std::min(std::strlen(text), longest_text));
}

void try_out(const std::function<void()>& f, int to) {
  // Removes handlers of these signals, such as MPI's, which would print a page.
  for (const int signal : own_faults) std::signal(signal, SIG_DFL);
  try {
    f();
  } catch (const Error& e) {
    tell(to, e.kind(), e.what());
  } catch (const std::bad_alloc&) {
    throw;         // a limit was exceeded
  } catch (...) {  // the parent meets it again, outside the trial
  }
}

/// True if the process itself is the cause, as opposed to full memory or a kill by somebody else.
bool is_own_fault(const ProcessEnding& ending) {
  if (ending.signal() == SIGKILL) return false;
  return ending.exit_status() > 0 || std::ranges::count(own_faults, ending.signal()) > 0;  // sanitizers set a status
}

}  // namespace

std::optional<std::string> death_in_trial(const std::function<void()>& f) {
  std::optional<Process> process;
  try {
    process.emplace([&f](int to) { try_out(f, to); }, limits);
  } catch (const std::runtime_error&) {  // no process can be made
    return std::nullopt;
  }
  const auto [told, errors, ending] = answer_of(*process);
  if (is_own_fault(ending)) return ending.text();
  if (!told.empty()) throw Error(ErrorKind(told[0]), told.substr(1));
  return std::nullopt;
}

}  // namespace icsweep
