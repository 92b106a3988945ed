#include <fmt/format.h>

#include <iostream>

#include "engine/commands.hpp"
#include "io/query.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

QueryFormat format_of(const std::string& name) {
  if (name == "table") return QueryFormat::table;
  if (name == "csv") return QueryFormat::csv;
  if (name == "json") return QueryFormat::json;
  throw Error(ErrorKind::config, fmt::format("query: --format {}: use table, csv or json", name));
}

}  // namespace

int query_command(const Command& self, const Arguments& arguments) {
  std::string path, sql, format;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")("sql", po::value(&sql),
                                                                        "one SELECT; without it the tables are listed")(
      "format", po::value(&format)->default_value("table"), "table, csv or json");
  if (!parse_arguments(self, arguments, options, {"store", "sql"})) return exit_success;
  const QueryFormat chosen = format_of(format);
  const StoreReader store(path);
  if (sql.empty()) describe_tables(store, std::cout);
  else run_query(store, sql, chosen, std::cout);
  return exit_success;
}

}  // namespace icsweep
