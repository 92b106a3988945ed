#include "io/query/importance_answer.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "io/query/query.hpp"

namespace icsweep {
namespace {

/// A column of numbers or texts, with one value per experiment.
class AxisColumn {
 public:
  explicit AxisColumn(const Column& column) : name_(column.name), is_text_(column.kind == ValueType::text) {}

  void read(sqlite3_stmt* statement, int at) {
    if (!is_text_) {
      const bool is_null = sqlite3_column_type(statement, at) == SQLITE_NULL;  // a level of its own, the lowest
      numbers_.push_back(is_null ? -std::numeric_limits<double>::infinity() : sqlite3_column_double(statement, at));
      return;
    }
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, at));
    const auto found = texts_.try_emplace(text ? text : "", texts_.size()).first;
    numbers_.push_back(double(found->second));
  }

  /// The level of each experiment.
  std::vector<int> levels(int& count) const {
    std::vector<double> values = numbers_;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    count = int(values.size());
    const std::vector<int> ranks = is_text_ ? alphabetical() : std::vector<int>();
    std::vector<int> levels;
    for (const double v : numbers_)
      levels.push_back(is_text_ ? ranks[std::size_t(v)]
                                : int(std::lower_bound(values.begin(), values.end(), v) - values.begin()));
    return levels;
  }

  const std::string& name() const { return name_; }
  bool is_text() const { return is_text_; }

 private:
  std::vector<int> alphabetical() const {
    std::vector<std::pair<std::string, std::size_t>> sorted(texts_.begin(), texts_.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> ranks(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) ranks[sorted[i].second] = int(i);
    return ranks;
  }

  std::string name_;
  bool is_text_;
  std::vector<double> numbers_;
  std::unordered_map<std::string, std::size_t> texts_;
};

/// Levels of one factor for each experiment.
struct FactorLevels {
  Factor factor;
  std::vector<int> levels;
};

/// True if each level of one corresponds to one level of the other. If nearly every experiment has its own level, as
/// with random draws, that is not enough: the levels must then also rise or fall together.
bool change_together(const FactorLevels& a, const FactorLevels& b) {
  const int count = a.factor.levels;
  if (count != b.factor.levels) return false;
  if (std::size_t(count) * 2 > a.levels.size()) {
    bool rises = true, falls = true;
    for (std::size_t i = 0; i < a.levels.size(); ++i) {
      rises &= a.levels[i] == b.levels[i];
      falls &= a.levels[i] == count - 1 - b.levels[i];
    }
    return rises || falls;
  }
  std::vector<int> partner(std::size_t(count), -1), back(std::size_t(count), -1);
  for (std::size_t i = 0; i < a.levels.size(); ++i) {
    int &forth = partner[std::size_t(a.levels[i])], &home = back[std::size_t(b.levels[i])];
    if (forth < 0) forth = b.levels[i];
    if (home < 0) home = a.levels[i];
    if (forth != b.levels[i] || home != a.levels[i]) return false;
  }
  return true;
}

std::vector<FactorLevels> factors_of(const std::vector<AxisColumn>& columns) {
  std::vector<FactorLevels> factors;
  for (const auto& column : columns) {
    FactorLevels one{{.parameters = {column.name()}, .ordered = !column.is_text()}, {}};
    one.levels = column.levels(one.factor.levels);
    if (one.factor.levels < 2) continue;
    const auto same =
        std::find_if(factors.begin(), factors.end(), [&](const auto& f) { return change_together(f, one); });
    if (same == factors.end()) factors.push_back(std::move(one));
    else same->factor.parameters.push_back(column.name());
  }
  return factors;
}

/// Groups the experiments by setting.
Observations grouped(const std::vector<FactorLevels>& factors, const std::vector<double>& results) {
  const std::size_t width = factors.size();
  std::vector<int> levels(results.size() * width);
  for (std::size_t f = 0; f < width; ++f)
    for (std::size_t i = 0; i < results.size(); ++i) levels[i * width + f] = factors[f].levels[i];
  const auto row = [&](std::size_t i) { return std::span<const int>(levels).subspan(i * width, width); };
  std::vector<std::size_t> order(results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(row(a).begin(), row(a).end(), row(b).begin(), row(b).end());
  });
  Observations o;
  for (const auto& f : factors) o.factors.push_back(f.factor);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || !std::equal(row(order[i]).begin(), row(order[i]).end(), row(order[i - 1]).begin())) {
      if (i > 0) o.first.push_back(i);
      o.levels.insert(o.levels.end(), row(order[i]).begin(), row(order[i]).end());
    }
    o.results.push_back(results[order[i]]);
  }
  if (!order.empty()) o.first.push_back(order.size());
  return o;
}

}  // namespace

Observed observe(const SqlDatabase& database, const Table& table, const std::string& metric, const Asked& asked) {
  std::vector<AxisColumn> columns;
  std::string selected, seeds;
  std::string condition = counted_condition(asked.counting);
  if (!asked.where.empty()) condition += fmt::format(" AND ({}\n)", asked.where);
  for (const auto& name : varying_parameters(database, table, condition)) {
    const Column& column = *table.find(name);
    if (column.repeats) {
      seeds += fmt::format("{}\"{}\"", seeds.empty() ? " ORDER BY " : ", ", name);
      continue;
    }
    columns.emplace_back(column);
    selected += fmt::format(", \"{}\"", name);
  }
  const auto statement = database.prepare(
      fmt::format("SELECT ({}\n){} FROM \"{}_all\" WHERE {}{}", metric, selected, table.task, condition, seeds));
  Observed answer;
  std::vector<double> results;
  while (database.step(statement)) {
    const int type = sqlite3_column_type(statement.get(), 0);
    if (type == SQLITE_TEXT || type == SQLITE_BLOB)
      throw Error(ErrorKind::config, fmt::format("{}: gives texts, name a result of numbers", metric));
    const double result = sqlite3_column_double(statement.get(), 0);
    if (type == SQLITE_NULL || !std::isfinite(result)) {
      ++answer.valueless;
      continue;
    }
    results.push_back(result);
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c].read(statement.get(), int(c) + 1);
  }
  answer.observations = grouped(factors_of(columns), results);
  return answer;
}

}  // namespace icsweep
