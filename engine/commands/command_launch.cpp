#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "engine/cluster/temporary_room.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "io/base/error.hpp"
#include "io/base/shipped.hpp"

namespace icsweep {
namespace {

/// Opens /dev/null where output or errors are closed: mpirun ends if it cannot write to them.
void make_writable(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) return;
  const int null = ::open("/dev/null", O_WRONLY);
  ::dup2(null, descriptor);
  ::close(null);
}

[[noreturn]] void become(const std::string& program, const Arguments& arguments) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) make_writable(descriptor);
  execv(program.c_str(), words.data());
  throw Error(ErrorKind::config,
              fmt::format("{}: cannot be run ({}), install icsweep again", program, std::strerror(errno)));
}

}  // namespace

/// Options of launch.sh, which parses them itself (jobs/launch.sh).
OptionTable launch_options() {
  using namespace option;
  return {{place("sweep", "SWEEP", "sweep file, or the name of a shipped one").completed_by(sweep_files),
           place("store", "STORE.h5", "store to make, resume or extend").completed_by(store_files),
           integer("", "RANKS", "ranks here").with_letter('n').alternative(),
           text("", "HOST:RANKS,...", "on hosts that share the store's disk").with_letter('H').alternative(),
           integer("", "N", "gives up after more crashes in a row than this").with_letter('r').with_default("10")},
          "",
          "run"};
}

int launch_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  if (std::ranges::count(arguments, "--help") > 0 && !parse_arguments(self, {"--help"})) return exit_success;
  setenv("ICSWEEP", program_path().c_str(), 1);
  expect_temporary_room();  // mpirun would hang
  become(shipped_file("launch.sh"), arguments);
}

}  // namespace icsweep
