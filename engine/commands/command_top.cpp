#include <iostream>
#include <sstream>

#include "engine/commands/commands.hpp"
#include "io/error.hpp"
#include "io/query/top.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) names.push_back(name);
  if (names.empty()) throw Error(ErrorKind::config, "top: --by is empty, name a parameter");
  return names;
}

}  // namespace

int top_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  std::string path, by, format;
  bool all = false;
  TopQuestion question;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")("task", po::value(&question.task)->required(),
                                                                        "one of its tasks")(
      "metric", po::value(&question.metric)->required(), "a scalar result of the task, or seconds")(
      "by", po::value(&by)->required(), "parameters, with commas between them")(
      "largest", po::bool_switch(&question.largest), "the largest metric is best, not the smallest")(
      "min-seeds", po::value(&question.min_seeds)->default_value(0), "only settings of which so many are done")(
      "all", po::bool_switch(&all), earlier_help)("format", po::value(&format)->default_value("table"),
                                                  "table, csv, json or jsonl");
  if (!parse_arguments(self, arguments, options, {"store", "task", "metric"})) return exit_success;
  const QueryFormat chosen = query_format(format);
  question.by = names_in(by);
  question.counting = counting_of(all);
  print_top(StoreReader(path), question, chosen, std::cout);
  return exit_success;
}

}  // namespace icsweep
