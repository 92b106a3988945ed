#include <fmt/format.h>

#include <iostream>

#include "engine/commands/commands.hpp"
#include "io/query/describe.hpp"
#include "io/query/query.hpp"
#include "io/say.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

namespace po = boost::program_options;

int query_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  std::string path, sql, format;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")("sql", po::value(&sql),
                                                                        "one SELECT; without it the tables are listed")(
      "format", po::value(&format)->default_value("table"), "table, csv, json or jsonl");
  if (!parse_arguments(self, arguments, options, {"store", "sql"})) return exit_success;
  const QueryFormat chosen = query_format(format);
  const StoreReader store(path);
  if (!sql.empty()) {
    const SqlDatabase database(store);
    run_query(database, sql, chosen, std::cout);
    std::cout.flush();
    for (const auto& line : database.left_out()) say(stderr, "{}\n", line);
  } else if (chosen == QueryFormat::table) describe_tables(store, std::cout);
  else
    throw Error(ErrorKind::config, fmt::format("query: --format {} is for the rows of a statement, add one", format));
  return exit_success;
}

}  // namespace icsweep
