#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "engine/cluster/temporary_room.hpp"
#include "engine/commands/commands.hpp"
#include "io/error.hpp"
#include "io/shipped.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

/// mpirun ends if it cannot write to its output and errors, as where they were closed.
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

int launch_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  po::options_description options("Options, and behind the store those of icsweep run");
  options.add_options()("sweep", po::value<std::string>(), "sweep file, or the name of a shipped one")(
      "store", po::value<std::string>(), "store to make, resume or extend")(",n", po::value<int>(), "ranks here")(
      ",H", po::value<std::string>(), "HOST:RANKS,... on hosts that share the store's disk")(
      ",r", po::value<int>()->default_value(10), "crashes in a row after which it gives up");
  const bool helps = std::find(arguments.begin(), arguments.end(), "--help") != arguments.end();
  if (arguments.empty() || helps)
    if (!parse_arguments(self, helps ? Arguments{"--help"} : Arguments{}, options, {"sweep", "store"}))
      return exit_success;
  setenv("ICSWEEP", program_path().c_str(), 1);
  expect_temporary_room();  // mpirun would stand still
  become(shipped_file("launch.sh"), arguments);
}

}  // namespace icsweep
