#include "io/query/sql_aggregates.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "io/quantile.hpp"

namespace icsweep {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// What an aggregate collects of a group. SQLite keeps a pointer to it.
struct Group {
  std::vector<double> values;
  double p = missing;  // the p of quantile(x, p)
  double smallest = missing;
  std::unique_ptr<sqlite3_value, decltype(&sqlite3_value_free)> id{nullptr, &sqlite3_value_free};
};

Group*& group_of(sqlite3_context* context) {
  return *static_cast<Group**>(sqlite3_aggregate_context(context, sizeof(Group*)));
}

/// Exceptions must not cross SQLite's C.
template <class F>
void guarded(sqlite3_context* context, F&& f) noexcept {
  try {
    f();
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  } catch (const std::exception& e) {
    sqlite3_result_error(context, e.what(), -1);
  }
}

/// The number, nothing for NULL.
std::optional<double> number(sqlite3_value* value) {
  if (sqlite3_value_type(value) == SQLITE_NULL) return std::nullopt;
  const int kind = sqlite3_value_numeric_type(value);
  if (kind == SQLITE_INTEGER || kind == SQLITE_FLOAT) return sqlite3_value_double(value);
  throw std::invalid_argument(fmt::format("an aggregate of numbers was given \"{}\"",
                                          reinterpret_cast<const char*>(sqlite3_value_text(value))));
}

void add_value(sqlite3_context* context, int, sqlite3_value** arguments) {
  guarded(context, [&] {
    auto*& group = group_of(context);
    if (!group) group = new Group;
    if (const auto x = number(arguments[0])) group->values.push_back(*x);
  });
}

void add_value_for_quantile(sqlite3_context* context, int count, sqlite3_value** arguments) {
  guarded(context, [&] {
    const double p = number(arguments[1]).value_or(missing);
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("quantile(x, p): p must be from 0 to 1");
    add_value(context, count, arguments);
    auto* group = group_of(context);
    if (!group) return;  // out of memory, which SQLite reports
    if (!std::isnan(group->p) && group->p != p)
      throw std::invalid_argument("quantile(x, p): p must be the same for all rows");
    group->p = p;
  });
}

void add_value_with_id(sqlite3_context* context, int, sqlite3_value** arguments) {
  guarded(context, [&] {
    auto*& group = group_of(context);
    if (!group) group = new Group;
    const auto x = number(arguments[0]);
    if (!x || *x >= group->smallest) return;
    group->smallest = *x;
    group->id.reset(sqlite3_value_dup(arguments[1]));
  });
}

template <double (*of)(const Group&)>
void finish_number(sqlite3_context* context) {
  const std::unique_ptr<Group> group(group_of(context));
  guarded(context, [&] {
    if (group && !group->values.empty()) sqlite3_result_double(context, of(*group));  // NaN becomes NULL
  });
}

void finish_id(sqlite3_context* context) {
  const std::unique_ptr<Group> group(group_of(context));
  if (group && group->id) sqlite3_result_value(context, group->id.get());
}

double median_of(const Group& g) {
  return median(g.values);
}
double quantile_of(const Group& g) {
  return quantile(g.values, g.p);
}
double stddev_of(const Group& g) {
  return stddev(g.values);
}
double ci95_of(const Group& g) {
  return ci95(g.values);
}

}  // namespace

double stddev(const std::vector<double>& x) {
  if (x.size() < 2) return missing;
  double mean = 0, square = 0;
  for (const double v : x) mean += v / double(x.size());
  for (const double v : x) square += (v - mean) * (v - mean);
  return std::sqrt(square / double(x.size() - 1));
}

double ci95(const std::vector<double>& x) {
  if (x.size() < 2) return missing;
  return student_quantile(double(x.size() - 1)) * stddev(x) / std::sqrt(double(x.size()));
}

const std::vector<std::string>& aggregates() {
  static const std::vector<std::string> all{"median(x)", "quantile(x, p)", "stddev(x)", "ci95(x)", "argmin_id(x, id)"};
  return all;
}

void add_aggregates(sqlite3* db) {
  const auto add = [&](const char* name, int arguments, auto step, auto finish) {
    sqlite3_create_function(db, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, nullptr, step, finish);
  };
  add("median", 1, add_value, finish_number<median_of>);
  add("quantile", 2, add_value_for_quantile, finish_number<quantile_of>);
  add("stddev", 1, add_value, finish_number<stddev_of>);
  add("ci95", 1, add_value, finish_number<ci95_of>);
  add("argmin_id", 2, add_value_with_id, finish_id);
}

}  // namespace icsweep
