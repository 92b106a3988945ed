#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "io/base/error.hpp"
#include "io/query/top.hpp"
#include "io/query/top_front.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) names.push_back(name);
  return names;
}

std::vector<FrontMetric> several_metrics(const std::string& list, bool all_largest) {
  auto metrics = front_metrics(list, all_largest);
  if (metrics.size() < 2)
    throw Error(ErrorKind::config, fmt::format("top: --pareto compares several metrics: name two, as {},seconds",
                                               metrics.empty() ? "test_mse" : metrics[0].name));
  return metrics;
}

}  // namespace

OptionTable top_options() {
  using namespace option;
  return {
      {place("store", "STORE.h5", "store").completed_by(store_files), task_place(tasks_or_scalars),
       place("metric", "METRIC", "a scalar result of the task, or seconds; several for --pareto").completed_by(scalars),
       text("by", "PARAMETER,...", "a row for each value of these parameters; without it for each setting")
           .completed_by(parameter_names),
       flag("pareto", "the settings that none beats in every METRIC,METRIC:largest,..."),
       flag("largest", "the largest metric is best, not the smallest"),
       integer64("min-seeds", "N", "only settings with at least N seeds done").with_default("0"),
       flag("all", earlier_help), no_pager(),
       text("format", "FORMAT", "table, vertical, csv, json or jsonl")
           .with_default("table")
           .one_of({"table", "vertical", "csv", "json", "jsonl"})}};
}

int top_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store"), metric = given->text("metric");
  const QueryFormat chosen = query_format(given->text("format"));
  const Counting counting = counting_of(given->flag("all"));
  const std::vector<std::string> by = names_in(given->text("by"));
  const std::int64_t min_seeds = given->integer64("min-seeds");
  const bool largest = given->flag("largest");
  if (given->flag("pareto"))
    print_front(StoreReader(path), {given->text("task"), several_metrics(metric, largest), by, min_seeds, counting},
                chosen, std::cout);
  else print_top(StoreReader(path), {given->text("task"), metric, by, largest, min_seeds, counting}, chosen, std::cout);
  return exit_success;
}

}  // namespace icsweep
