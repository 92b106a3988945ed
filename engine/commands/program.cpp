#include "engine/commands/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <span>
#include <tuple>

#include "engine/cluster/first_rank.hpp"
#include "engine/cluster/report_error.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion.hpp"
#include "engine/commands/manual_page.hpp"
#include "engine/commands/processor.hpp"
#include "engine/commands/task_modules.hpp"
#include "engine/ledger/version.hpp"
#include "io/base/error.hpp"
#include "io/base/pager.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

void print_commands() {
  begin_paging();
  say("{}: grids of in-context-learning experiments, one HDF5 store\n\n", program_version());
  for (const auto& c : all_commands())
    if (words_of(c) == 1) say("  {:<10} {}\n", c.name, c.summary);
  say("\nicsweep COMMAND --help prints its options. Start with:\n    icsweep run fig5 --scale quick -o "
      "quickstart.h5\n");
}

int dispatch(Arguments arguments, const Surroundings& surroundings) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    print_commands();
    return exit_success;
  }
  if (arguments[0] == "--version") arguments[0] = "version";
  const Arguments rest(arguments.begin() + 1, arguments.end());
  // Commands for installation and shells, which no list contains.
  if (arguments[0] == "manual") return manual_command(rest);
  if (arguments[0] == "complete") return complete_command(rest, surroundings.tasks);
  if (const Command* found = find_command(arguments))
    return found->run(*found, {arguments.begin() + std::ptrdiff_t(words_of(*found)), arguments.end()}, surroundings);
  std::vector<std::string> known;
  for (const auto& c : all_commands())
    if (words_of(c) == 1) known.emplace_back(c.name);
  throw Error(ErrorKind::config, fmt::format("there is no command \"{}\"{}", arguments[0],
                                             suggestion(arguments[0], known, "icsweep alone lists them")));
}

/// True if everything printed so far has been written. A full disk or a closed pipe shows only when buffers are
/// flushed. A reader that stops early, as head does, is no error.
bool output_is_written() {
  errno = 0;
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0 && std::cout.good() && !std::ferror(stdout);
  const int copy = ::dup(STDOUT_FILENO);  // some file systems report errors only on close
  const bool closed = copy < 0 || ::close(copy) == 0;
  if ((flushed && closed) || errno == EPIPE) return true;
  report_error(Error(ErrorKind::config, fmt::format("standard output cannot be written ({}): the output is incomplete",
                                                    errno ? std::strerror(errno) : "an earlier write failed")));
  return false;
}

/// Opens closed standard descriptors, read-only. Otherwise an opened store would get one of their numbers, and printed
/// text would go into it.
void occupy_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0) std::ignore = ::open("/dev/null", O_RDONLY);  // takes the lowest number
}

}  // namespace

int run_program(int count, char** words, const TaskRegistry& tasks) {
  occupy_standard_descriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // beyond ulimit -f a write then fails with a message
  const Paging paging;
  const TerminalText out(std::cout, STDOUT_FILENO);
  StopFlag stop;
  Watchdog watchdog;
  try {
    require_level(instruction_set_level());
    if (count > 1 && std::string_view(words[1]) == "--no-pager") {
      forbid_pager();
      ++words, --count;
    }
    const Arguments typed(words + 1, words + count);
    Arguments arguments = typed;
    const TaskRegistry all = with_modules(tasks, arguments);
    const int status =
        dispatch(arguments, {all, stop, watchdog, {typed.begin(), typed.end() - std::ptrdiff_t(arguments.size())}});
    return output_is_written() || status > exit_failed ? status : exit_usage;
  } catch (const std::exception& e) {
    const auto* error = dynamic_cast<const Error*>(&e);
    // Rank 0 reports it too and ends with its status; mpirun would kill it before that.
    if (error && error->kind() == ErrorKind::config && !is_first_rank()) return exit_success;
    report_error(e);
    return exit_usage;
  }
}

}  // namespace icsweep
