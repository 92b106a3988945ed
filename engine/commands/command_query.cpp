#include <fmt/format.h>

#include <iostream>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "io/query/query.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

OptionTable query_options() {
  using namespace option;
  return {{place("store", "STORE.h5", "store").completed_by(store_files),
           place("sql", "SQL", "one SELECT; without it the tables are listed").optional(),
           flag("vertical", "a line for each column of a row, as --format vertical"), no_pager(),
           text("format", "FORMAT", "table, vertical, csv, json or jsonl")
               .with_default("table")
               .one_of({"table", "vertical", "csv", "json", "jsonl"})}};
}

int query_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store"), sql = given->text("sql"), format = given->text("format");
  const QueryFormat chosen = given->flag("vertical") ? QueryFormat::vertical : query_format(format);
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
