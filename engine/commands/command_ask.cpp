#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/commands/commands.hpp"
#include "engine/commands/sweep_options.hpp"
#include "engine/planning/ended_experiments.hpp"
#include "io/say.hpp"
#include "io/values_json.hpp"

namespace icsweep {

int ask_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  namespace po = boost::program_options;
  SweepSource source;
  std::string store;
  int count = 0;
  po::options_description options("Options");
  add_sweep_options(options, source);
  options.add_options()("store", po::value(&store)->required(), "store; none yet is one without results")(
      "number,n", po::value(&count)->default_value(1), "how many draws of each grid");
  if (!parse_arguments(self, arguments, options, {"sweep", "store"})) return exit_success;
  if (count < 1 || count > 10'000)
    throw Error(ErrorKind::config, fmt::format("ask: -n {}: must be between 1 and 10000", count));
  const ResolvedSweep sweep = resolve(s.tasks, source);
  if (!sweep.sweep().rounds)
    throw Error(ErrorKind::config, sweep.sweep().path + ": proposes nothing, add [search] with method = \"tpe\"");
  const EndedExperiments ended = ended_experiments(sweep, store);
  const GrownSweep grown = with_proposals(sweep.tasks(), sweep.sweep(), ended);
  for (const auto& p : next_proposals(sweep.tasks(), grown.sweep, ended, count))
    say("{}\n", nlohmann::json{{"task", p.grid->task}, {"draw", p.draw}, {"parameters", to_json(p.values)}}.dump());
  return exit_success;
}

}  // namespace icsweep
