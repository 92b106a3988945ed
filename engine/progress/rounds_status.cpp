#include "engine/progress/rounds_status.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/planning/ended_experiments.hpp"
#include "engine/planning/stored_sweep.hpp"
#include "io/json.hpp"

namespace icsweep {

std::optional<RoundsStatus> rounds_status(const TaskRegistry& tasks, const Store& store) try {
  const StoreHeader& header = store.header();
  const std::string& text = header.resolved.empty() ? header.sweep_text : header.resolved;
  if (text.find("tpe") == std::string::npos) return std::nullopt;
  const auto resolved = stored_sweep(tasks, store).sweep;
  if (!resolved || !resolved->sweep().rounds) return std::nullopt;
  const Sweep& sweep = resolved->sweep();
  GrownSweep grown = with_proposals(resolved->tasks(), sweep, ended_experiments(*resolved, store));
  return RoundsStatus{sweep.rounds->metric.name, sweep.rounds->rounds, std::move(grown.grids)};
} catch (const Error&) {  // the text is of another version of the program
  return std::nullopt;
}

std::string to_text(const RoundsStatus& status) {
  std::string text;
  for (const GridRounds& grid : status.grids) {
    text += grid.task + ": ";
    if (grid.have_ended && grid.round == status.rounds)
      text += fmt::format("all {} rounds of proposals", status.rounds);
    else if (grid.round == 0) text += fmt::format("the sample, before {} rounds of proposals", status.rounds);
    else text += fmt::format("round {} of {} of proposals", grid.round, status.rounds);
    if (grid.best) text += fmt::format("; best {} {:.6g} at", status.metric, *grid.best);
    for (const auto& [name, value] : grid.best_draw) text += fmt::format(" {}={}", name, to_text(value));
    text += "\n";
  }
  return text;
}

nlohmann::json to_json(const RoundsStatus& status) {
  auto json = nlohmann::json::array();
  for (const GridRounds& grid : status.grids)
    json.push_back({{"task", grid.task},
                    {"round", grid.round},
                    {"rounds", status.rounds},
                    {"have_ended", grid.have_ended},
                    {"metric", status.metric},
                    {"best", grid.best ? nlohmann::json(*grid.best) : nlohmann::json()},
                    {"best_draw", to_json(grid.best_draw)}});
  return json;
}

}  // namespace icsweep
