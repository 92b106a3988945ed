#include "io/base/process_start.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "io/base/descendants.hpp"
#include "io/base/exec.hpp"
#include "io/base/keeper.hpp"
#include "io/base/shortage.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

constexpr int first_free = 20;  // our descriptors lie above those that the child arranges

/// Moves the descriptor above those that the child arranges. Throws if it is not open.
Descriptor high(Descriptor descriptor) {
  Descriptor moved = descriptor.is_open() ? descriptor.copy(first_free) : Descriptor();
  if (!moved.is_open()) throw Shortage(fmt::format("no pipe ({})", std::strerror(errno)));
  return moved;
}

Descriptor copy_of(int number) {
  return Descriptor(::fcntl(number, F_DUPFD_CLOEXEC, first_free));
}

/// An unnamed file that contains the text, positioned at its beginning.
Descriptor readable(const std::string& text) {
  Descriptor file = high(Descriptor(::memfd_create("icsweep", MFD_CLOEXEC)));
  if (!write_all(file.number(), text) || ::lseek(file.number(), 0, SEEK_SET) != 0)
    throw Shortage(fmt::format("no memory for its input ({})", std::strerror(errno)));
  return file;
}

/// The child's end of a new pipe. The other end becomes `ours`.
Descriptor piped(Descriptor& ours, bool child_reads) {
  Pipe pipe;
  ours = std::move(child_reads ? pipe.to_write : pipe.to_read);
  ::fcntl(ours.number(), F_SETFL, O_NONBLOCK);
  return std::move(child_reads ? pipe.to_read : pipe.to_write);
}

/// The child's end of its output or errors. For Stream::ours it is our descriptor of the same number.
Descriptor end_of(Stream stream, int number, ProcessEnds& ends) {
  if (stream == Stream::pipe) return piped(ends.ours[std::size_t(number)], false);
  if (stream == Stream::nothing) return high(Descriptor(::open("/dev/null", O_WRONLY | O_CLOEXEC)));
  return high(stream == Stream::output ? ends.child[1].copy(first_free) : copy_of(number));
}

/// The data that the child needs between fork and exec.
struct Launch {
  const ProcessOrder& order;
  const char* file;
  char *const *arguments, *const *environment;
  const std::vector<Descriptor>& ends;
  int report;  // the child's descriptor
  pid_t parent;
};

[[noreturn]] void become(const Launch& l) {
  unblock_signals();
  // A shell's background job ignores SIGINT and SIGQUIT, one of nohup SIGHUP, and a program would inherit that.
  for (const int sent : {SIGPIPE, SIGQUIT}) ::signal(sent, SIG_DFL);
  for (const int asking : {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2})
    ::signal(asking, l.order.is_deaf ? SIG_IGN : SIG_DFL);
  ::setsid();
  if (l.order.lifetime == Lifetime::thread) die_with(l.parent);  // a keeper ends the program itself
  if (::getppid() != l.parent && l.order.lifetime == Lifetime::kept) ::_exit(127);
  limit(l.order.limits, l.order.limits.bytes);
  int next = 0;
  for (const auto& end : l.ends)
    if (::dup2(end.number(), next++) < 0) report_errno(l.ends[std::size_t(l.report)].number());
  if (l.order.lifetime != Lifetime::kept) ::fcntl(l.report, F_SETFD, FD_CLOEXEC);
  close_from(next);
  if (!*l.order.folder.c_str() || ::chdir(l.order.folder.c_str()) == 0) ::execve(l.file, l.arguments, l.environment);
  report_errno(l.report);
}

/// Waits until the child has executed its program, which closes the pipe without data. Throws CannotStart.
void expect_started(pid_t child, const std::string& file, int report) {
  int error = 0;
  ssize_t size;
  while ((size = ::read(report, &error, sizeof error)) < 0 && errno == EINTR) continue;
  if (size == 0) return;
  if (size < 0) error = errno;
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
  forget_child(child);
  throw CannotStart(file, error);
}

void set_limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit both{soft, hard};
  ::setrlimit(resource, &both);
}

}  // namespace

Pipe::Pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw Shortage(fmt::format("no pipe ({})", std::strerror(errno)));
  Descriptor read(ends[0]), write(ends[1]);
  to_read = high(std::move(read)), to_write = high(std::move(write));
}

CannotStart::CannotStart(const std::string& file, int error)
    : std::runtime_error(fmt::format("{}: cannot be started ({})", file, std::strerror(error))),
      reason(std::strerror(error)) {}

ProcessEnds::ProcessEnds(const ProcessOrder& order) {
  child.push_back(order.input ? readable(*order.input) : piped(ours[0], true));
  child.push_back(end_of(order.output, 1, *this));
  child.push_back(end_of(order.errors, 2, *this));
  for (const int passed : order.passed) child.push_back(high(copy_of(passed)));
}

void limit(const ProcessLimits& limits, std::size_t data) {
  if (limits.seconds > 0 || limits.cpu_seconds > 0 || data > 0) set_limit(RLIMIT_CORE, 0, 0);
  if (limits.cpu_seconds > 0) set_limit(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1);
  if (data > 0) set_limit(RLIMIT_DATA, data, data);
}

pid_t start(const ProcessOrder& order, const std::string& mark, ProcessEnds& ends, Descriptor& life) {
  const std::string file = order.file.find('/') == order.file.npos ? file_in_path(order.file).value_or("") : order.file;
  if (file.empty()) throw CannotStart(order.file, ENOENT);
  const bool is_kept = order.lifetime == Lifetime::kept;
  Pipe report, alive;
  const int first_own = int(ends.child.size());
  ends.child.push_back(std::move(report.to_write));
  if (is_kept) ends.child.push_back(std::move(alive.to_read));
  auto words = order.arguments.empty() ? std::vector{file} : order.arguments, variables = order.environment;
  if (is_kept) words.insert(words.begin(), {keeper_name, std::to_string(first_own), file});
  variables.push_back(mark);
  const auto arguments = exec_pointers(words), environment = exec_pointers(variables);
  const Launch launch{
      order,     is_kept ? keeper_file : file.c_str(), arguments.data(), environment.data(), ends.child, first_own,
      ::getpid()};
  const pid_t child = fork_child();
  if (child == 0) become(launch);
  if (child < 0) throw Shortage(fmt::format("{}: no process can be made ({})", file, std::strerror(errno)));
  ends.child.clear();
  if (is_kept) life = std::move(alive.to_write);
  expect_started(child, order.file, report.to_read.number());
  return child;
}

}  // namespace icsweep
