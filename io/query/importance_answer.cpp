#include "io/query/importance_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/base/phrases.hpp"
#include "io/query/direction.hpp"
#include "io/query/sql_error.hpp"
#include "io/store/asked_names.hpp"

namespace icsweep {
namespace {

constexpr std::size_t fewest_results = 4;
constexpr double largest_result = 1e150;

/// SQL for the metric.
std::string metric_of(const SqlDatabase& database, const Table& table, const std::string& metric) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::config, fmt::format("importance: {} {}", metric, why));
  };
  if (const Column* column = table.find(metric)) {
    if (column->role == Role::parameter) refuse("is a parameter, name a result");
    if (column->kind == ValueType::text) refuse("has texts, name a result of numbers");
    if (!column->dimensions.empty())
      refuse(fmt::format("has a dimension {}, name a number: an experiment's value, or SQL for one",
                         column->dimensions[0]));
    return '"' + metric + '"';
  }
  if (const auto fault = fault_of(database, table.task, metric)) {
    if (is_column_name(metric)) refuse_name(table.task, "result", metric, scalar_results(table));
    throw Error(ErrorKind::config, fmt::format("importance: {}", fault->what()));
  }
  return metric;
}

void expect_enough(const ImportanceQuestion& q, const Observed& observed) {
  const Observations& o = observed.observations;
  const std::string which = q.where.empty() ? "" : " where " + q.where;
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::config, fmt::format("importance: {}{}: {}", q.task, which, what));
  };
  if (o.results.size() < fewest_results)
    refuse(fmt::format("{} {} {}, at least {} of those planned and done are needed",
                       counted(o.results.size(), "experiment"), o.results.size() == 1 ? "has" : "have", q.metric,
                       fewest_results));
  if (o.factors.empty())
    refuse(fmt::format("no parameter but the seed varies among its {} experiments, there is nothing to compare",
                       o.results.size()));
  const auto is_too_large = [](double y) { return std::abs(y) > largest_result; };
  if (const auto found = std::ranges::find_if(o.results, is_too_large); found != o.results.end())
    refuse(fmt::format("{} has the value {:g}, whose square is no number; use SQL such as log10({})", q.metric, *found,
                       q.metric));
  if (std::all_of(o.results.begin(), o.results.end(), [&](double y) { return y == o.results[0]; }))
    refuse(fmt::format("{} is {:g} in all {} experiments, it varies with nothing", q.metric, o.results[0],
                       o.results.size()));
}

}  // namespace

ImportanceAnswer importance_of(const SqlDatabase& database, const ImportanceQuestion& asked) {
  ImportanceQuestion q = asked;
  q.largest |= largest_is_best(database.store().header(), q.metric);
  if (!(q.part > 0 && q.part < 1))
    throw Error(ErrorKind::config,
                fmt::format("importance: --best {}: a share of the settings, between 0 and 1", q.part));
  const Table& table = asked_table(database.store(), q.task).table();
  q.task = table.task;
  const std::string metric = metric_of(database, table, q.metric);
  if (!q.where.empty())
    if (const auto fault = fault_of(database, q.task, q.where)) throw *fault;
  const Observed observed = observe(database, table, metric, {q.where, q.counting});
  expect_enough(q, observed);
  const Observations& o = observed.observations;
  ImportanceAnswer answer{.question = q,
                          .factors = o.factors,
                          .experiments = o.results.size(),
                          .settings = o.settings(),
                          .variance = decompose(o),
                          .best = best_part(o, q.part, q.largest),
                          .left_out = {}};
  if (auto line = database.left_out(q.task, q.counting); !line.empty()) answer.left_out.push_back(std::move(line));
  if (observed.valueless > 0) answer.left_out.push_back(valueless_text(observed.valueless, q.metric));
  return answer;
}

std::string effect_name(const std::vector<Factor>& factors, const std::vector<int>& effect) {
  std::string name;
  for (const int f : effect) {
    const auto& own = factors[std::size_t(f)].parameters;
    name += (name.empty() ? "" : " × ") + own[0];
    if (own.size() > 1) name += fmt::format(" ({})", fmt::join(own.begin() + 1, own.end(), ", "));
  }
  return name;
}

bool has_rest(const ImportanceAnswer& a) {
  return a.variance.method == VarianceMethod::forest || a.factors.size() > 2 || std::isnan(a.variance.seeds);
}

std::vector<EffectShare> shown_effects(const Decomposition& variance, std::size_t most) {
  std::vector<EffectShare> all = variance.effects;
  std::stable_sort(all.begin(), all.end(), [](const EffectShare& a, const EffectShare& b) {
    return a.factors.size() != b.factors.size() ? a.factors.size() < b.factors.size() : a.share > b.share;
  });
  std::size_t pairs = 0;
  std::erase_if(all,
                [&](const EffectShare& e) { return e.factors.size() == 2 && (e.share < 0.001 || ++pairs > most); });
  return all;
}

}  // namespace icsweep
