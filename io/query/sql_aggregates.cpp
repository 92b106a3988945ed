#include "io/query/sql_aggregates.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "io/base/parsed_number.hpp"
#include "io/base/statistics.hpp"

namespace icsweep {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// The values that an aggregate collects for a group. SQLite keeps a pointer to it.
struct Group {
  std::vector<double> values;
  double p = missing;  // the argument p of quantile(x, p)
  double smallest = missing;
  std::unique_ptr<sqlite3_value, decltype(&sqlite3_value_free)> id{nullptr, &sqlite3_value_free};
};

Group*& group_of(sqlite3_context* context) {
  return *static_cast<Group**>(sqlite3_aggregate_context(context, sizeof(Group*)));
}

/// Exceptions must not pass through SQLite's C code.
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

/// The number; nothing for NULL.
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

/// State of avg(), sum() and total() for a group. SQLite's own versions round at each addition: there the mean of 0.1
/// three times is not 0.1, and the sum of 1e16, 1 and -1e16 is 0. Texts count as SQLite converts them.
struct Sums {
  ExactSum sum, small;  ///< `small`: the values times 2^-64, used if `sum` overflows
  std::int64_t integers = 0, count = 0, reals = 0, overflows = 0;

  double over(double parts) const {
    const double all = sum.over(parts);
    return std::isfinite(all) ? all : std::ldexp(small.over(parts), 64);
  }
};

Sums* sums_of(sqlite3_context* context) {
  return static_cast<Sums*>(sqlite3_aggregate_context(context, sizeof(Sums)));  // zeroed, like a new Sums
}

void change_sums(sqlite3_context* context, sqlite3_value* value, int sign) {
  auto* sums = sums_of(context);
  if (!sums || sqlite3_value_type(value) == SQLITE_NULL) return;
  const double real = sign * sqlite3_value_double(value);
  sums->sum.add(real);
  sums->small.add(std::ldexp(real, -64));
  sums->count += sign;
  if (sqlite3_value_numeric_type(value) != SQLITE_INTEGER) sums->reals += sign;
  else if (const auto integer = sqlite3_value_int64(value);
           sign > 0 ? __builtin_add_overflow(sums->integers, integer, &sums->integers)
                    : __builtin_sub_overflow(sums->integers, integer, &sums->integers))
    ++sums->overflows;
}
void add_to_sums(sqlite3_context* context, int, sqlite3_value** arguments) {
  change_sums(context, arguments[0], 1);
}
void take_from_sums(sqlite3_context* context, int, sqlite3_value** arguments) {
  change_sums(context, arguments[0], -1);
}
void give_mean(sqlite3_context* context) {
  const auto* sums = static_cast<const Sums*>(sqlite3_aggregate_context(context, 0));
  if (sums && sums->count > 0) sqlite3_result_double(context, sums->over(double(sums->count)));
}
void give_sum(sqlite3_context* context) {
  const auto* sums = static_cast<const Sums*>(sqlite3_aggregate_context(context, 0));
  if (!sums || sums->count == 0) return;
  if (sums->reals > 0) sqlite3_result_double(context, sums->over(1));
  else if (sums->overflows > 0) sqlite3_result_error(context, "integer overflow", -1);
  else sqlite3_result_int64(context, sums->integers);
}
void give_total(sqlite3_context* context) {
  const auto* sums = static_cast<const Sums*>(sqlite3_aggregate_context(context, 0));
  sqlite3_result_double(context, sums ? sums->over(1) : 0);
}

/// SQL for the value, like SQLite's quote(), but each real reads back exactly. SQLite misses small ones by an ulp.
void quote_value(sqlite3_context* context, int, sqlite3_value** arguments) {
  guarded(context, [&] {
    std::string text;
    const int type = sqlite3_value_type(arguments[0]);
    if (type == SQLITE_NULL) text = "NULL";
    else if (type == SQLITE_INTEGER) text = fmt::to_string(sqlite3_value_int64(arguments[0]));
    else if (type == SQLITE_FLOAT) {
      const double real = sqlite3_value_double(arguments[0]);
      const bool plain = real == 0 || (std::abs(real) > 1e-6 && std::abs(real) < 1e15);
      text = plain ? fmt::format("{:#}", real) : fmt::format("real_of('{}')", real);
    } else if (type == SQLITE_BLOB) {
      const auto* bytes = static_cast<const unsigned char*>(sqlite3_value_blob(arguments[0]));
      text = "X'";
      for (int i = 0; i < sqlite3_value_bytes(arguments[0]); ++i) text += fmt::format("{:02X}", bytes[i]);
      text += '\'';
    } else {
      const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(arguments[0]));
      text = "'";
      for (const char c : std::string_view(bytes ? bytes : "", std::size_t(sqlite3_value_bytes(arguments[0]))))
        text.append(c == '\'' ? 2 : 1, c);
      text += '\'';
    }
    sqlite3_result_text(context, text.data(), int(text.size()), SQLITE_TRANSIENT);
  });
}
void real_of(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(arguments[0]));
  if (const auto real = real_number(text ? text : "")) sqlite3_result_double(context, *real);
}

/// A real as the shortest text that reads back as the same number; another value unchanged.
void show_value(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) != SQLITE_FLOAT) return sqlite3_result_value(context, arguments[0]);
  guarded(context, [&] {
    const std::string text = fmt::to_string(sqlite3_value_double(arguments[0]));
    sqlite3_result_text(context, text.data(), int(text.size()), SQLITE_TRANSIENT);
  });
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
  const auto function = [&](const char* name, auto f) {
    sqlite3_create_function(db, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, f, nullptr, nullptr);
  };
  function("quote", quote_value);
  function("real_of", real_of);
  function("shown", show_value);
  using Give = std::pair<const char*, void (*)(sqlite3_context*)>;
  for (const auto& [name, give] : {Give{"avg", give_mean}, {"sum", give_sum}, {"total", give_total}})
    sqlite3_create_window_function(db, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, add_to_sums, give, give,
                                   take_from_sums, nullptr);
}

}  // namespace icsweep
