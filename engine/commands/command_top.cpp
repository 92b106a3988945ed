#include <iostream>
#include <sstream>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "io/base/error.hpp"
#include "io/query/top.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) names.push_back(name);
  if (names.empty()) throw Error(ErrorKind::config, "top: --by is empty, name a parameter");
  return names;
}

}  // namespace

OptionTable top_options() {
  using namespace option;
  return {{place("store", "STORE.h5", "store").completed_by(store_files),
           place("task", "TASK", "one of its tasks").completed_by(task_names),
           place("metric", "METRIC", "a scalar result of the task, or seconds").completed_by(scalars),
           text("by", "PARAMETER,...", "parameters, with commas between them").completed_by(parameter_names).required(),
           flag("largest", "the largest metric is best, not the smallest"),
           integer64("min-seeds", "N", "only settings with at least N seeds done").with_default("0"),
           flag("all", earlier_help),
           text("format", "FORMAT", "table, csv, json or jsonl")
               .with_default("table")
               .one_of({"table", "csv", "json", "jsonl"})}};
}

int top_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store");
  TopQuestion question;
  question.task = given->text("task"), question.metric = given->text("metric");
  question.largest = given->flag("largest"), question.min_seeds = given->integer64("min-seeds");
  const QueryFormat chosen = query_format(given->text("format"));
  question.counting = counting_of(given->flag("all"));
  question.by = names_in(given->text("by"));
  print_top(StoreReader(path), question, chosen, std::cout);
  return exit_success;
}

}  // namespace icsweep
