#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/verify/store_difference.hpp"
#include "io/base/decimal.hpp"
#include "io/base/error.hpp"
#include "io/base/phrases.hpp"
#include "io/query/selection.hpp"
#include "io/query/text_grid.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

using DiffJson = nlohmann::json;
using Paths = std::vector<std::string>;

constexpr std::size_t most_lines = 20, most_names = 5;

std::string experiments_text(const TaskDifference& t, const Paths& paths) {
  std::string text = fmt::format("{}: {} in both", t.task, counted(t.both, "experiment"));
  std::string parts;
  const auto add = [&](std::size_t count, const std::string& what) {
    if (count > 0) parts += fmt::format("{}{} {}", parts.empty() ? ": " : ", ", count, what);
  };
  add(t.equal, "with equal digests");
  add(t.equal_common, "equal in the results that both have");
  add(t.other_results, "with other results");
  add(t.equal_outcome, "that did not end well in either, alike");
  add(t.other_outcome, "with another outcome");
  add(t.pending, "pending in both");
  for (std::size_t side : {0u, 1u}) add(t.ended_alone[side], "ended in " + paths[side] + " alone");
  text += parts;
  for (std::size_t side : {0u, 1u})
    if (t.alone[side] > 0) text += fmt::format("; {} in {} alone", t.alone[side], paths[side]);
  return text;
}

void say_means(const TaskDifference& t, const Paths& paths) {
  if (t.means.empty()) return;
  TextGrid grid(7);
  for (const char* name : {"result", "setting"}) grid.add(name, true);
  for (const std::string& name :
       {paths[0], paths[1], std::string("difference"), std::string("±"), std::string("seeds")})
    grid.add(name);
  const std::size_t shown = std::min(t.means.size(), most_lines);
  for (std::size_t i = 0; i < shown; ++i) {
    const MeanDifference& d = t.means[i];
    grid.add(d.result, true), grid.add(d.setting.empty() ? "all" : d.setting, true);
    for (const double mean : d.mean) grid.add(without_nan_signs(fmt::format("{:.5g}", mean)));
    grid.add(without_nan_signs(fmt::format("{:+.3g}", d.difference)));
    grid.add(std::isnan(d.half_width) ? "" : fmt::format("{:.2g}", d.half_width));
    grid.add(d.seeds[0] == d.seeds[1] ? fmt::format("{}", d.seeds[0]) : fmt::format("{}, {}", d.seeds[0], d.seeds[1]));
  }
  std::ostringstream out;
  grid.print(out, 7, "  ");
  say("{}", out.str());
  if (shown < t.means.size()) say("  and {} more; --json has all\n", t.means.size() - shown);
}

void say_task(const TaskDifference& t, const Paths& paths) {
  say("{}\n", experiments_text(t, paths));
  for (std::size_t side : {0u, 1u})
    if (!t.columns_alone[side].empty())
      say("  only {} has {}\n", paths[side], first_of(t.columns_alone[side], most_names));
  for (std::size_t side : {0u, 1u})
    if (!t.left_out[side].empty()) say("  {}: {}\n", paths[side], t.left_out[side]);
  say("  {} in both\n", counted(t.settings, "setting"));
  for (std::size_t side : {0u, 1u})
    if (!t.settings_alone[side].empty())
      say("  {} in {} alone\n    {}\n", counted(t.settings_alone[side].size(), "setting"), paths[side],
          first_of(t.settings_alone[side], most_names, "\n    "));
  say_means(t, paths);
}

DiffJson json_of(const MeanDifference& d) {
  return {{"setting", d.setting},
          {"result", d.result},
          {"means", d.mean},
          {"seeds", d.seeds},
          {"difference", d.difference},
          {"ci95", std::isnan(d.half_width) ? DiffJson() : DiffJson(d.half_width)},
          {"paired", d.paired}};
}

DiffJson json_of(const TaskDifference& t) {
  DiffJson means = DiffJson::array();
  for (const auto& d : t.means) means.push_back(json_of(d));
  return {{"task", t.task},
          {"left_out", t.left_out},
          {"both", t.both},
          {"alone", t.alone},
          {"equal", t.equal},
          {"equal_in_common", t.equal_common},
          {"different", t.other_results},
          {"other_outcome", t.other_outcome},
          {"equal_outcome", t.equal_outcome},
          {"pending", t.pending},
          {"ended_alone", t.ended_alone},
          {"settings", t.settings},
          {"settings_alone", t.settings_alone},
          {"columns_alone", t.columns_alone},
          {"means", std::move(means)}};
}

void say_json(const StoreDifference& d, const Paths& paths) {
  DiffJson json{{"stores", paths}, {"same", d.same()}, {"tasks_alone", d.tasks_alone}, {"tasks", DiffJson::array()}};
  for (const auto& t : d.tasks) json["tasks"].push_back(json_of(t));
  say("{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

OptionTable diff_options() {
  using namespace option;
  return {{places("stores", "STORE.h5", "two stores").completed_by(store_files), flag("all", earlier_help),
           flag("json", "one JSON object with every difference"), no_pager()}};
}

int diff_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const Paths paths = given->texts("stores");
  const bool json = given->flag("json"), all = given->flag("all");
  if (paths.size() != 2)
    throw Error(ErrorKind::config, fmt::format("diff: {} named, name two", counted(paths.size(), "store")));
  const StoreReader first(paths[0]), second(paths[1]);
  const StoreDifference d = compare(s.tasks, first, second, counting_of(all));
  if (json) {
    say_json(d, paths);
  } else {
    for (std::size_t side : {0u, 1u})
      if (!d.tasks_alone[side].empty()) say("only {} has {}\n", paths[side], first_of(d.tasks_alone[side], most_names));
    for (const auto& task : d.tasks) say_task(task, paths);
    say("{}\n", d.same() ? "the same" : "different");
  }
  return d.same() ? exit_success : exit_failed;
}

}  // namespace icsweep
