#include "io/sweep_file/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace icsweep::sweep_values {
namespace {

SearchTable::Method read_method(const Reader& read, const toml::node& node) {
  const std::string name = read.text("method", node);
  if (name == "halving") return SearchTable::Method::halving;
  if (name == "scouts") return SearchTable::Method::scouts;
  read.fail(read.place(node).line, fmt::format("method \"{}\" is unknown, use halving, scouts or tpe", name));
}

RoundsTable::Metric read_metric(const Reader& read, const toml::node& node) {
  if (!node.is_table()) return {{read.text("metric", node), read.place(node)}};
  RoundsTable::Metric metric{{"", read.place(node)}};
  const toml::table& table = *node.as_table();
  if (!table.contains("name") || table.size() > 2 || (table.size() == 2 && !table.contains("largest")))
    read.fail(metric.place.line, "metric must be a name or {name, largest}");
  metric.name = read.text("name of metric", *table.get("name"));
  if (table.contains("largest")) metric.largest = read.flag("largest of metric", *table.get("largest"));
  return metric;
}

/// One metric, or a list of them.
std::vector<RoundsTable::Metric> read_metrics(const Reader& read, const toml::node& node) {
  if (!node.is_array()) return {read_metric(read, node)};
  std::vector<RoundsTable::Metric> metrics;
  for (const auto& element : *node.as_array()) {
    metrics.push_back(read_metric(read, element));
    for (std::size_t i = 0; i + 1 < metrics.size(); ++i)
      if (metrics[i].name == metrics.back().name)
        read.fail(metrics.back().place.line, fmt::format("metric names {} twice", metrics.back().name));
  }
  if (metrics.empty()) read.fail(read.place(node).line, "metric is an empty list, name a result");
  return metrics;
}

/// The metric of a race.
void read_metric(const Reader& read, const toml::node& node, SearchTable& search) {
  if (node.is_array())
    read.fail(read.place(node).line,
              "metric must be one name, rungs compare one curve; method = \"tpe\" takes several");
  const RoundsTable::Metric metric = read_metric(read, node);
  search.metric = metric, search.largest = metric.largest;
}

std::vector<SearchTable::Key> read_names(const Reader& read, std::string_view key, const toml::node& node) {
  std::vector<SearchTable::Key> names;
  if (node.is_array() && node.as_array()->empty()) return names;
  for (const auto& name : read.texts(key, node)) {
    if (std::any_of(names.begin(), names.end(), [&](const SearchTable::Key& k) { return k.name == name; }))
      read.fail(read.place(node).line, fmt::format("{} names {} twice", key, name));
    names.push_back({name, read.place(node)});
  }
  return names;
}

/// Throws if a parameter in `over` is the resource or also in `per`.
void expect_apart(const Reader& read, const SearchTable& search) {
  for (const auto& key : search.over.value_or(std::vector<SearchTable::Key>{})) {
    if (key.name == search.resource.name)
      read.fail(key.place.line, fmt::format("over names {}, the resource of the search: remove it", key.name));
    for (const auto& other : search.per)
      if (other.name == key.name)
        read.fail(other.place.line, fmt::format("{} is in both over and per, remove it from one of them", key.name));
  }
}

constexpr const char* a_name = "\"...\"";

/// needed: keys, each with an example value.
void expect_keys(const Reader& read, const toml::table& table, int line,
                 std::initializer_list<std::pair<const char*, const char*>> needed) {
  for (const auto& [key, example] : needed)
    if (!table.contains(key)) read.fail(line, fmt::format("[search] has no {0}, add {0} = {1}", key, example));
}

/// Draws that a store's text has copied: for each grid a list of draws, each a list of its values and its metrics.
std::vector<std::vector<KnownDraw>> read_known(const Reader& read, const toml::node& node, std::size_t metrics) {
  const auto list = [&](const toml::node& part) -> const toml::array& {
    if (const auto* array = part.as_array()) return *array;
    read.fail(read.place(part).line, "known must be lists of draws");
  };
  std::vector<std::vector<KnownDraw>> known;
  for (const auto& grid : list(node)) {
    known.emplace_back();
    for (const auto& draw : list(grid)) {
      KnownDraw& one = known.back().emplace_back(KnownDraw{read.list("known", list(draw)), {}});
      for (std::size_t m = 0; m < metrics && !one.values.empty(); ++m, one.values.pop_back())
        one.metrics.insert(one.metrics.begin(), as_number(one.values.back()));
    }
  }
  return known;
}

/// A stored text without a version is of the first.
RoundsTable read_rounds(const Reader& read, const toml::table& table, const Place& place, bool stored) {
  RoundsTable rounds;
  if (stored) rounds.version = 1;
  rounds.place = place;
  for (const auto& [key, value] : table) {
    if (key == "metric") rounds.metrics = read_metrics(read, value);
    else if (key == "rounds") rounds.rounds = read.integer("rounds", value, 1, 10'000);
    else if (key == "per_round") rounds.per_round = read.integer("per_round", value, 1, 10'000);
    else if (key == "version") rounds.version = read.integer("version", value, 1, RoundsTable::newest);
    else if (key == "start_from") rounds.start_from = {read.text("start_from", value), read.place(value)};
    else if (key != "method" && !(stored && key == "known"))
      read.fail(read.place(key).line, fmt::format("tpe has no key \"{}\", it has: method, metric, rounds, per_round, "
                                                  "start_from, version",
                                                  key.str()));
  }
  expect_keys(read, table, place.line, {{"metric", a_name}, {"rounds", "4"}, {"per_round", "8"}});
  if (const auto* known = table.get("known")) rounds.known = read_known(read, *known, rounds.metrics.size());
  if (rounds.version == 1 && rounds.metrics.size() > 1)
    read.fail(place.line, "version 1 of proposals has one metric, remove version = 1 or all metrics but one");
  if (rounds.version == 1 && rounds.start_from)
    read.fail(place.line, "version 1 of proposals has no start_from, remove one of them");
  return rounds;
}

SearchTable read_races(const Reader& read, const toml::table& table, const Place& place) {
  SearchTable search;
  search.place = place;
  for (const auto& [key, value] : table) {
    if (key == "method") search.method = read_method(read, value);
    else if (key == "metric") read_metric(read, value, search);
    else if (key == "resource") search.resource = {read.text("resource", value), read.place(value)};
    else if (key == "eta") search.eta = read.integer("eta", value, 2, 1000);
    else if (key == "rungs") search.rungs = read.integer("rungs", value, 2, 30);
    else if (key == "keep") search.keep = read.integer("keep", value, 1, 1'000'000);
    else if (key == "over") search.over = read_names(read, "over", value);
    else if (key == "per") search.per = read_names(read, "per", value);
    else if (key == "race") read.flag("race", value);  // false, see is_removed()
    else
      read.fail(read.place(key).line,
                fmt::format("unknown key \"{}\" in [search], it has: method, metric, resource, eta, rungs, keep, over, "
                            "per",
                            key.str()));
  }
  if (search.method == SearchTable::Method::scouts)
    for (const char* key : {"eta", "rungs"})
      if (const toml::node* node = table.get(key))
        read.fail(read.place(*node).line,
                  fmt::format("scouts have no key {}, they have: method, metric, resource, keep, over, per", key));
  expect_keys(read, table, place.line, {{"metric", a_name}, {"resource", a_name}});
  expect_apart(read, search);
  return search;
}

/// Refuses a search method that this version has removed. For a store's text, returns true instead.
bool is_removed(const Reader& read, const toml::table& table, bool stored) {
  const toml::node *method = table.get("method"), *race = table.get("race");
  const auto refuse = [&](const toml::node& node, const char* what) {
    if (!stored) read.fail(read.place(node).line, what);
    return true;
  };
  if (read.text("method", *method) == "hyperband")
    return refuse(*method, "method \"hyperband\" was removed: use \"halving\", which finds more for the same work");
  if (race && race->is_boolean() && read.flag("race", *race) && read.text("method", *method) != "tpe")
    return refuse(*race,
                  "race = true was removed: delete it with confidence and first_seeds; a smaller keep saves more");
  return false;
}

}  // namespace

bool is_search(const toml::key& key, const toml::node& node) {
  return key == "search" && node.is_table() && node.as_table()->contains("method");
}

void read_search(const Reader& read, const toml::key& key, const toml::node& node, bool stored, SearchOfSweep& into) {
  const Place place = read.place(key);
  if (!node.is_table()) read.fail(place.line, "search must be a table, write [search]");
  const toml::table& table = *node.as_table();
  expect_keys(read, table, place.line, {{"method", a_name}});
  if (is_removed(read, table, stored)) return;
  if (read.text("method", *table.get("method")) == "tpe") into.rounds = read_rounds(read, table, place, stored);
  else into.search = read_races(read, table, place);
}

}  // namespace icsweep::sweep_values
