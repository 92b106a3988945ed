#include "io/report/sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/base/statistics.hpp"

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr double infinity = std::numeric_limits<double>::infinity();

Json outcomes_json(const std::array<std::int64_t, outcome_count>& counts) {
  Json json = Json::object();
  for (int o = 0; o < outcome_count; ++o) json[std::string(name_of(Outcome(o)))] = counts[std::size_t(o)];
  return json;
}

}  // namespace

Json tally_json(const TaskColumns& rows) {
  const auto seconds = rows.numbers("seconds"), finished = rows.numbers("finished");
  std::array<std::int64_t, outcome_count> counts{};
  std::int64_t planned = 0;
  double begin = infinity, end = -infinity;
  ExactSum sum;
  std::vector<double> all;
  for (std::int64_t row = 0; row < rows.rows(); ++row) {
    if (rows.is_planned(row)) ++planned, ++counts[std::size_t(rows.outcome(row))];
    const double took = seconds[std::size_t(row)], ended = finished[std::size_t(row)];
    if (!(took >= 0)) continue;
    sum.add(took);
    all.push_back(took);
    if (ended > 0) begin = std::min(begin, ended - took), end = std::max(end, ended);
  }
  return {{"planned", planned},
          {"unplanned", rows.rows() - planned},
          {"outcomes", outcomes_json(counts)},
          {"seconds", sum.over(1)},
          {"begin", begin},  // null if no row has ended
          {"end", end},
          {"median", median(std::move(all))}};
}

std::vector<FailureGroup> failure_groups(const TaskColumns& rows) {
  const TextCells messages = rows.texts("message");
  std::map<std::tuple<Outcome, std::string_view, bool>, std::size_t> places;
  std::vector<FailureGroup> groups;
  for (std::int64_t row = 0; row < rows.rows(); ++row) {
    const Outcome outcome = rows.outcome(row);
    if (!std::ranges::count(unwanted_outcomes, outcome)) continue;
    const bool earlier = !rows.is_planned(row);
    const auto [found, fresh] = places.emplace(std::tuple(outcome, messages[row], earlier), groups.size());
    if (fresh) groups.push_back({outcome, std::string(messages[row]), earlier});
    groups[found->second].rows.push_back(row);
  }
  return groups;
}

Json failures_json(const TaskColumns& rows) {
  auto groups = failure_groups(rows);
  std::ranges::stable_sort(groups, std::greater{}, [](const FailureGroup& group) { return group.rows.size(); });
  Json most = Json::array();
  for (std::size_t i = 0; i < std::min(max_messages, groups.size()); ++i)
    most.push_back({{"outcome", name_of(groups[i].outcome)},
                    {"message", groups[i].message},
                    {"earlier", groups[i].earlier},
                    {"count", groups[i].rows.size()}});
  return {{"groups", groups.size()}, {"most", std::move(most)}};
}

Json rungs_json(const TaskColumns& rows) {
  struct Rung {
    std::int64_t pruned = 0, reached = 0;
    double least = infinity, largest = -infinity;
  };
  Json json = Json::array();
  if (!rows.table().find(rung_column)) return json;
  const auto rungs = rows.numbers(rung_column), metric = rows.numbers(rung_metric_column);
  std::map<double, Rung> all;
  for (std::int64_t row = 0; row < rows.rows(); ++row) {
    if (rows.outcome(row) != Outcome::pruned) continue;
    Rung& rung = all[rungs[std::size_t(row)]];
    ++rung.pruned;
    const double value = metric[std::size_t(row)];
    if (std::isnan(value)) continue;
    ++rung.reached;
    rung.least = std::min(rung.least, value);
    rung.largest = std::max(rung.largest, value);
  }
  for (const auto& [at, r] : all)
    json.push_back({{"rung", std::int64_t(at)},
                    {"pruned", r.pruned},
                    {"reached", r.reached},
                    {"least", r.least},
                    {"largest", r.largest}});
  return json;
}

std::int64_t unlearnt_rows(const TaskColumns& rows) {
  const auto ratios = rows.numbers("zero_ratio");
  std::int64_t count = 0;
  for (std::int64_t row = 0; row < rows.rows(); ++row)
    count += rows.counts(row) && ratios[std::size_t(row)] > largest_learnt_ratio;
  return count;
}

std::set<std::int64_t> result_versions(const TaskColumns& rows) {
  const auto versions = rows.stored().integers("result_version");
  std::set<std::int64_t> different;
  std::int64_t last = 0;  // of rows that did not run
  for (const std::int64_t version : versions)
    if (version != last && version != 0) different.insert(last = version);
  return different;
}

void HostSums::add(const TaskColumns& rows) {
  const TextCells hosts = rows.texts("host"), levels = rows.texts("level");
  const auto seconds = rows.numbers("seconds");
  const auto ranks = rows.stored().integers("rank");
  std::string_view host, level;
  Work* work = nullptr;
  for (std::int64_t row = 0; row < rows.rows(); ++row) {
    if (!(seconds[std::size_t(row)] >= 0)) continue;
    if (!work || host != hosts[row] || level != levels[row]) {
      host = hosts[row], level = levels[row];
      const auto [found, fresh] = places_.emplace(std::pair(host, level), all_.size());
      if (fresh) all_.push_back({std::string(host), std::string(level)});
      work = &all_[found->second];
    }
    work->ranks.insert(ranks[std::size_t(row)]);
    ++work->experiments;
    work->seconds += seconds[std::size_t(row)];
  }
}

Json HostSums::json() const {
  Json json = Json::array();
  for (const auto& w : all_)
    json.push_back({{"host", w.host},
                    {"level", w.level},
                    {"ranks", w.ranks.size()},
                    {"experiments", w.experiments},
                    {"seconds", w.seconds}});
  return json;
}

}  // namespace icsweep::report
