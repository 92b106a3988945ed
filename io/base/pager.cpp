#include "io/base/pager.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "io/base/exec.hpp"
#include "io/base/process_start.hpp"
#include "io/base/say.hpp"
#include "io/base/variable.hpp"

namespace icsweep {
namespace {

/// Standard output and errors belong to the whole process, and so does their pager. Signal handlers read this.
struct PagerState {
  bool forbidden = false, has_errors = false;
  pid_t process = -1;
  int terminal = -1, nowhere = -1;  // what standard output was before, and /dev/null
};
PagerState pager;

bool is_on_a_screen() {
  return ::isatty(STDOUT_FILENO) && ::tcgetpgrp(STDOUT_FILENO) == ::getpgrp() && !variable("TERM").empty() &&
         variable("TERM") != "dumb";
}

/// The pager's command for the shell; empty without a pager.
std::string pager_command() {
  for (const char* name : {"ICSWEEP_PAGER", "PAGER"}) {
    if (!std::getenv(name)) continue;
    const std::string command = variable(name), program = command.substr(0, command.find(' '));
    if (command.empty() || command == "cat") return "";
    const bool is_plain = program.find_first_of("/~$\"'`\\|&;<>()={}*?[") == program.npos;
    if (!is_plain || file_in_path(program)) return command;
    say(stderr, "icsweep: the pager of {} is missing ({}), install it or set another\n", name, program);
    return "";
  }
  return file_in_path("less") ? "less -FRX" : "";
}

void redirect(int to) {
  ::dup2(to, STDOUT_FILENO);
  if (pager.has_errors) ::dup2(to, STDERR_FILENO);
}

/// Async-signal-safe.
void await_pager() {
  while (::waitpid(pager.process, nullptr, 0) < 0 && errno == EINTR) continue;
}

/// The terminal belongs to the pager until the reader quits it; only then may the shell have it back.
void end_when_interrupted(int signal) {
  redirect(pager.nowhere);
  await_pager();
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// The reader has seen enough.
void end_without_reader(int) {
  await_pager();
  ::_exit(EXIT_SUCCESS);
}

[[noreturn]] void become_pager(const std::string& command, const Pipe& pipe) {
  ::dup2(pipe.to_read.number(), STDIN_FILENO);
  close_from(3);
  unblock_signals();
  ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  ::_exit(127);
}

}  // namespace

void begin_paging() {
  if (pager.forbidden || pager.process > 0 || !is_on_a_screen()) return;
  const std::string command = pager_command();
  if (command.empty()) return;
  std::cout.flush();
  std::fflush(nullptr);
  ::setenv("LESS", "FRX", 0);  // for a less that the user named
  const Pipe pipe;
  pager.has_errors = ::isatty(STDERR_FILENO) == 1;
  pager.terminal = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  pager.nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  pager.process = ::fork();
  if (pager.process == 0) become_pager(command, pipe);
  if (pager.process < 0) return;  // too many processes: the output needs no pager
  redirect(pipe.to_write.number());
  std::signal(SIGINT, end_when_interrupted);
  std::signal(SIGPIPE, end_without_reader);
}

void forbid_pager() {
  pager.forbidden = true;
}

int terminal_behind(int descriptor) {
  if (::isatty(descriptor)) return descriptor;
  const bool is_paged = descriptor == STDOUT_FILENO || (descriptor == STDERR_FILENO && pager.has_errors);
  return pager.process > 0 && is_paged ? pager.terminal : -1;
}

Paging::~Paging() {
  if (pager.process <= 0) return;
  std::cout.flush();
  std::fflush(nullptr);
  std::signal(SIGINT, SIG_IGN);
  redirect(pager.terminal);
  await_pager();
}

}  // namespace icsweep
