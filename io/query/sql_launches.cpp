#include "io/query/sql_store.hpp"

#include <cmath>

#include "io/query/sql_rows.hpp"

namespace icsweep {
namespace {

using Cells = GivenColumn::Cells;

/// Builds a table column by column.
struct TableColumns {
  std::vector<SqlField> fields{};
  std::vector<std::shared_ptr<SqlColumn>> columns{};

  void add(const char* name, const char* type, const char* description, Cells cells) {
    fields.push_back({name, type, description});
    columns.push_back(std::make_shared<GivenColumn>(std::move(cells)));
  }
  std::unique_ptr<SqlTable> table(const char* name, std::size_t rows) {
    return std::make_unique<RowsTable>(name, std::move(fields), std::move(columns), std::int64_t(rows), 0);
  }
};

}  // namespace

std::unique_ptr<SqlTable> sweeps_table(const StoreHeader& h) {
  TableColumns columns;
  columns.add("name", "TEXT", "of the sweep file", {h.sweep_name});
  columns.add("text", "TEXT", "the sweep file", {h.sweep_text});
  columns.add("resolved", "TEXT", "the sweep with every parameter written out", {h.resolved});
  columns.add("program", "TEXT", "that planned it", {h.program});
  columns.add("compiler", "TEXT", "it was built with", {h.compiler});
  columns.add("level", "TEXT", "instruction-set level of the launch that planned it", {h.level});
  columns.add("started", "TEXT", "first launch, UTC", {h.started});
  columns.add("command", "TEXT", "that planned it, to paste", {h.command});
  return columns.table("sweeps", 1);
}

std::unique_ptr<SqlTable> launches_table(const std::vector<LaunchRecord>& launches) {
  TableColumns columns;
  const auto add = [&](const char* name, const char* type, const char* description, auto LaunchRecord::*field) {
    Cells cells;
    for (const auto& launch : launches) cells.push_back(launch.*field);
    columns.add(name, type, description, std::move(cells));
  };
  add("launch", "INTEGER", "number, which rows of tasks name", &LaunchRecord::number);
  add("began", "TEXT", "UTC", &LaunchRecord::began);
  add("ended", "TEXT", "UTC; NULL while it runs and where it was broken off", &LaunchRecord::ended);
  add("ending", "TEXT", "how it ended; NULL while it runs", &LaunchRecord::ending);
  add("command", "TEXT", "to paste", &LaunchRecord::command);
  add("ranks", "INTEGER", "of MPI", &LaunchRecord::ranks);
  add("hosts", "TEXT", "their machines", &LaunchRecord::hosts);
  add("program", "TEXT", "version, commit and build", &LaunchRecord::program);
  add("compiler", "TEXT", "it was built with", &LaunchRecord::compiler);
  add("level", "TEXT", "instruction-set level", &LaunchRecord::level);
  add("sweep", "TEXT", "name of its sweep", &LaunchRecord::sweep_name);
  add("text", "TEXT", "the sweep file", &LaunchRecord::sweep_text);
  return columns.table("launches", launches.size());
}

std::unique_ptr<SqlTable> checkpoints_table(const std::vector<LaunchRecord>& launches) {
  TableColumns columns;
  Cells numbers, ranks, times;
  for (const auto& launch : launches)
    for (const auto& saved : launch.checkpoints)
      numbers.emplace_back(launch.number), ranks.emplace_back(saved.rank), times.emplace_back(saved.time);
  const std::size_t rows = numbers.size();
  columns.add("launch", "INTEGER", "number", std::move(numbers));
  columns.add("rank", "INTEGER", "that ran the experiment", std::move(ranks));
  columns.add("saved", "REAL", "seconds since 1970 UTC", std::move(times));
  return columns.table("launch_checkpoints", rows);
}

std::unique_ptr<SqlTable> guests_table(const std::vector<LaunchRecord>& launches) {
  TableColumns columns;
  const auto add = [&](const char* name, const char* type, const char* description, auto cell) {
    Cells cells;
    for (const auto& launch : launches)
      for (const auto& guest : launch.guests) cells.push_back(cell(launch, guest));
    columns.add(name, type, description, std::move(cells));
  };
  using Launch = const LaunchRecord&;
  using Guest = const GuestRecord&;
  add("launch", "INTEGER", "number of the launch that it helped", [](Launch l, Guest) { return l.number; });
  add("first", "INTEGER", "its first rank there, as rows name it", [](Launch, Guest g) { return g.first; });
  add("last", "INTEGER", "its last rank there", [](Launch, Guest g) { return g.first + g.ranks - 1; });
  add("job", "TEXT", "host, process and batch job", [](Launch, Guest g) { return g.job; });
  add("hosts", "TEXT", "machines of its ranks", [](Launch, Guest g) { return g.hosts; });
  add("joined", "REAL", "seconds since 1970 UTC", [](Launch, Guest g) { return g.joined; });
  add("left_at", "REAL", "seconds since 1970 UTC; NULL while it helps or if lost",
      [](Launch, Guest g) { return g.left > 0 ? g.left : std::nan(""); });
  add("parting", "TEXT", "how it left; NULL while it helps", [](Launch, Guest g) { return g.parting; });
  std::size_t rows = 0;
  for (const auto& launch : launches) rows += launch.guests.size();
  return columns.table("launch_guests", rows);
}

}  // namespace icsweep
