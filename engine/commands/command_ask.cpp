#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/sweep_options.hpp"
#include "engine/ledger/ended_experiments.hpp"
#include "engine/ledger/started_sweep.hpp"
#include "io/schema/json.hpp"
#include "io/base/say.hpp"

namespace icsweep {

OptionTable ask_options() {
  using namespace option;
  OptionTable table =
      with_sweep_options({place("store", "STORE.h5", "store; need not exist yet").completed_by(store_files),
                          integer("number", "N", "draws of each grid").with_letter('n').with_default("1"), no_pager()});
  std::erase_if(table.options, [](const Option& o) { return o.name == "only"; });  // a search does not allow it
  return table;
}

int ask_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const SweepSource source = sweep_source(*given);
  const std::string store = given->text("store");
  const int count = given->integer("number");
  if (count < 1 || count > 10'000)
    throw Error(ErrorKind::config, fmt::format("ask: -n {}: must be between 1 and 10000", count));
  const ResolvedSweep sweep = with_start(resolve(s.tasks, source), store).sweep;
  if (!sweep.sweep().rounds)
    throw Error(ErrorKind::config, sweep.sweep().path + ": proposes nothing, add [search] with method = \"tpe\"");
  const EndedExperiments ended = ended_experiments(sweep, store);
  const GrownSweep grown = with_proposals(sweep.tasks(), sweep.sweep(), ended);
  for (const auto& p : next_proposals(sweep.tasks(), grown.sweep, ended, count))
    say("{}\n", nlohmann::json{{"task", p.grid->task}, {"draw", p.draw}, {"parameters", to_json(p.values)}}.dump());
  return exit_success;
}

}  // namespace icsweep
