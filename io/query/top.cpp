#include "io/query/top.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <ostream>

#include "io/query/direction.hpp"
#include "io/query/query.hpp"
#include "io/query/top_names.hpp"
#include "io/schema/schema.hpp"
#include "io/store/asked_names.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

/// One key per name: "k0, k1".
std::string keys_of(const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += fmt::format("{}k{}", i == 0 ? "" : ", ", i);
  return text;
}

/// SQL for the remark on a setting: missing seeds, and facts that its numbers do not show. "2 diverged, 1 pending", "1
/// learnt nothing", "a tie with 1", "one value, no interval".
std::string remark(const TopQuestion& q) {
  std::string parts;
  const auto add = [&](const std::string& condition, const std::string& text) {
    parts += fmt::format(" || iif({}, ', ' || {}, '')", condition, text);
  };
  for (int i = 0; i < outcome_count; ++i)
    if (Outcome(i) != Outcome::done)
      add(fmt::format("n{} > 0", i), fmt::format("n{} || ' {}'", i, name_of(Outcome(i))));
  add("valueless > 0", fmt::format("valueless || ' without {}'", q.metric));
  add("unlearnt > 0", "unlearnt || ' learnt nothing'");
  add("n > 0 AND ties > 1", "'a tie with ' || (ties - 1)");
  add("n = 1", "'one value, no interval'");
  return fmt::format("substr(''{}, 3)", parts);
}

/// SQL for the number of a setting's done seeds that are no better than predicting zero; 0 if the store has no
/// zero_ratio.
std::string count_unlearnt(const Table& table) {
  if (!table.find("zero_ratio")) return "0";
  return fmt::format("sum(status = 'done' AND zero_ratio > {})", largest_learnt_ratio);
}

/// The statement of print_top. `others`: the parameters that vary besides `by` and the seed.
std::string statement_for(const TopQuestion& q, const Table& table, const Names& others) {
  Names keys = q.by;
  keys.insert(keys.end(), others.begin(), others.end());
  std::string columns, shown, outcomes;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    columns += fmt::format("\"{}\" AS k{}, ", keys[i], i);
    shown += fmt::format("k{} AS \"{}\", ", i, keys[i]);
  }
  for (int i = 0; i < outcome_count; ++i)
    outcomes += fmt::format("sum(status = '{}') AS n{}, ", name_of(Outcome(i)), i);
  outcomes += count_unlearnt(table) + " AS unlearnt, ";
  return fmt::format(
      "WITH settings AS (SELECT {columns} {outcomes} count(metric_) AS n, count(*) AS planned, sum(status = 'done' AND "
      "metric_ IS NULL) AS valueless, avg(metric_) AS mean, ci95(metric_) AS ci95, {best}(metric_) AS best, "
      "argmin_id({sign}metric_, identity) AS id FROM (SELECT *, iif(status = 'done', {m}, NULL) AS metric_ FROM "
      "\"{task}_all\" WHERE {counts}) GROUP BY {groups}), "
      "ranked AS (SELECT *, count(*) OVER (PARTITION BY {values}) AS settings, count(*) OVER (PARTITION BY {values}, n "
      "< "
      "planned, mean) AS ties, row_number() OVER (PARTITION BY {values} ORDER BY n = 0, n < planned, mean {order}) AS "
      "place FROM settings WHERE n >= {least}) "
      "SELECT {shown} n, planned, mean, ci95, best, substr(id, 1, 8) AS identity, settings, {remark} AS remark FROM "
      "ranked WHERE place = 1 ORDER BY n = 0, n < planned, mean {order}, {values}",
      fmt::arg("columns", columns), fmt::arg("outcomes", outcomes), fmt::arg("m", fmt::format("\"{}\"", q.metric)),
      fmt::arg("counts", planned_condition(q.counting)), fmt::arg("best", q.largest ? "max" : "min"),
      fmt::arg("sign", q.largest ? "-" : ""), fmt::arg("task", q.task), fmt::arg("groups", keys_of(keys)),
      fmt::arg("values", keys_of(q.by)), fmt::arg("order", q.largest ? "DESC" : "ASC"), fmt::arg("least", q.min_seeds),
      fmt::arg("shown", shown), fmt::arg("remark", remark(q)));
}

/// The largest number of done seeds of any setting.
std::int64_t most_seeds(const SqlDatabase& database, const TopQuestion& q, const Names& others) {
  Names keys = q.by;
  keys.insert(keys.end(), others.begin(), others.end());
  std::string columns;
  for (const auto& key : keys) columns += fmt::format("{}\"{}\"", columns.empty() ? "" : ", ", key);
  const auto counted = database.prepare(
      fmt::format("SELECT max(n) FROM (SELECT count(iif(status = 'done', \"{}\", NULL)) AS n FROM \"{}_all\" WHERE "
                  "{} GROUP BY {})",
                  q.metric, q.task, planned_condition(q.counting), columns));
  database.step(counted);
  return sqlite3_column_int64(counted.get(), 0);
}

/// Explains the numbers, in lines of at most 80 characters if names allow it.
void explain(const SqlDatabase& database, const TopQuestion& q, const Names& others, std::ostream& out) {
  const auto counts =
      database.prepare(fmt::format("SELECT sum(status = 'done' AND \"{}\" IS NOT NULL), count(*) FROM "
                                   "\"{}_all\" WHERE {}",
                                   q.metric, q.task, planned_condition(q.counting)));
  database.step(counts);
  const auto count = [&](int column) { return sqlite3_column_int64(counts.get(), column); };
  out << fmt::format("{} of {} by {}, {} first: {} of {} planned\n", q.metric, q.task, fmt::join(q.by, ", "),
                     q.largest ? "largest" : "smallest", count(0), count(1));
  if (const auto line = database.left_out(q.task, q.counting); !line.empty()) out << line << '\n';
  if (!others.empty()) out << fmt::format("each with its best {}, by the mean over seeds\n", fmt::join(others, ", "));
  if (q.min_seeds > 0) {
    if (const auto most = most_seeds(database, q, others); q.min_seeds > most)
      out << fmt::format("no setting has {} seeds done, the most is {}: use --min-seeds {}\n", q.min_seeds, most, most);
    out << fmt::format("settings with at least {} seeds done\n", q.min_seeds);
  }
  if (count(0) < count(1)) out << "settings with missing values rank behind complete ones\n";
}

/// The parameters that distinguish the settings. If none varies, the first one that is no seed.
Names all_settings(const SqlDatabase& database, const Table& table, Counting counting) {
  Names names = other_parameters(database, table, {}, counting);
  if (!names.empty()) return names;
  const auto first =
      std::ranges::find_if(table.columns, [](const Column& c) { return c.role == Role::parameter && !c.repeats; });
  if (first == table.columns.end())
    throw Error(ErrorKind::config, fmt::format("top: {} has no parameter beside seeds, use icsweep query", table.task));
  return {first->name};
}

}  // namespace

void print_top(const Store& store, const TopQuestion& asked, QueryFormat format, std::ostream& out) {
  TopQuestion q = asked;
  q.largest |= largest_is_best(store.header(), q.metric);
  const Table& table = asked_table(store, q.task).table();
  q.task = table.task;
  expect_top_names(table, {q.metric}, q.by);
  const SqlDatabase database(store);
  Names others;
  if (q.by.empty()) q.by = all_settings(database, table, q.counting);
  else others = other_parameters(database, table, q.by, q.counting);
  if (format == QueryFormat::table) explain(database, q, others, out);
  run_query(database, statement_for(q, table, others), format, out);
}

}  // namespace icsweep
