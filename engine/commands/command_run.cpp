#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/cluster/first_rank.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/run_options.hpp"
#include "engine/launch/launch.hpp"
#include "engine/verify/sweep_check.hpp"
#include "io/say.hpp"

namespace icsweep {

int run_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  std::optional<RunOptions> options = read_run_options(self, arguments);
  if (!options) return exit_success;
  options->words.insert(options->words.begin() + 1, s.before_command.begin(), s.before_command.end());
  if (options->check) {
    if (is_first_rank())
      say("{}\n", check_sweep(resolve(s.tasks, options->sweep), options->store, options->rerun).dump());
    return exit_success;
  }
  return with_all_ranks(s, *options,
                        [&](const Communicator& communicator) { return launch(s, communicator, *options); });
}

}  // namespace icsweep
