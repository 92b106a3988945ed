#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "io/base/phrases.hpp"
#include "io/query/importance_answer.hpp"
#include "io/query/text_grid.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_pairs = 10;  // in a table

/// "12.3 %", empty for NaN. An estimated share may be negative by its error.
std::string percent(double share) {
  if (std::isnan(share)) return "";
  if (share <= -0.0005) return "below its error";
  return fmt::format("{:.1f} %", std::round(share * 1000) / 10 + 0.0);
}

/// "9.8 to 14.1 %", empty if unknown.
std::string interval(const EffectShare& e) {
  if (std::isnan(e.low)) return "";
  const std::string low = percent(std::max(0.0, e.low));
  return fmt::format("{} to {}", low.substr(0, low.find(' ')), percent(std::max(0.0, e.high)));
}

/// "3 × 6 values".
std::string sizes_of(const std::vector<Factor>& factors) {
  std::string text;
  for (const auto& f : factors) text += fmt::format("{}{}", text.empty() ? "" : " × ", f.levels);
  return text;
}

std::string method_text(const ImportanceAnswer& a) {
  const Decomposition& d = a.variance;
  std::string text = fmt::format("{}, {}", counted(a.experiments, "experiment"), counted(a.settings, "setting"));
  if (d.method == VarianceMethod::forest) return text + fmt::format("; {} regression trees", d.replicates);
  text += fmt::format("; the product of {} values", sizes_of(a.factors));
  if (d.filled > 0) text += fmt::format(", {} of {} filled in", d.filled, d.cells);
  return text;
}

std::string rest_text(const Decomposition& d) {
  const bool noisy = std::isnan(d.seeds);
  if (d.method == VarianceMethod::forest)
    return noisy ? "rest: noise, interactions of three, unresolved" : "rest: interactions of three, unresolved";
  return noisy ? "rest: interactions of three, noise" : "rest: interactions of three";
}

void print_variance(const ImportanceAnswer& a, std::ostream& out) {
  TextGrid grid(3);
  const auto row = [&](const std::string& name, const std::string& share, const std::string& error) {
    grid.add(name, true), grid.add(share), grid.add(error);
  };
  row("", "share", "95 % interval");
  double others = 1 - a.variance.rest - (std::isnan(a.variance.seeds) ? 0 : a.variance.seeds);
  std::size_t left = a.variance.effects.size();
  for (const auto& e : shown_effects(a.variance, most_pairs)) {
    row(effect_name(a.factors, e.factors), percent(e.share), interval(e));
    others -= e.share;
    --left;
  }
  if (left > 0) row(counted(left, "other pair"), percent(others), "");
  if (has_rest(a)) row(rest_text(a.variance), percent(a.variance.rest), "");
  if (!std::isnan(a.variance.seeds)) row("seeds", percent(a.variance.seeds), "");
  grid.print(out);
}

void print_best(const ImportanceAnswer& a, std::ostream& out) {
  const BestPart& b = a.best;
  const std::string which = fmt::format("{} {}", a.question.largest ? "largest" : "smallest", a.question.metric);
  if (b.best == 0) {
    out << fmt::format("\n{} are too few, or too similar, to distinguish the best\n", counted(b.settings, "setting"));
    return;
  }
  out << fmt::format("\nparameters that distinguish the best {} of {} settings ({})\n", b.best, b.settings, which);
  out << "above: what changes the metric, over all settings; here: values of the best\n";
  TextGrid grid(3);
  grid.add("", true), grid.add("share"), grid.add("error");
  std::vector<std::size_t> order;
  for (std::size_t f = 0; f < b.shares.size(); ++f) order.push_back(f);
  std::stable_sort(order.begin(), order.end(), [&](auto x, auto y) { return b.shares[x] > b.shares[y]; });
  for (const std::size_t f : order) {
    grid.add(effect_name(a.factors, {int(f)}), true);
    grid.add(percent(b.shares[f])), grid.add(percent(b.errors[f]));
  }
  grid.print(out);
}

/// A number; null for NaN.
Json number(double value) {
  return std::isnan(value) ? Json() : Json(value);
}

Json names_of(const ImportanceAnswer& a, const std::vector<int>& effect) {
  Json names = Json::array();
  for (const int f : effect) names.push_back(a.factors[std::size_t(f)].parameters);
  return names;
}

}  // namespace

void print_table(const ImportanceAnswer& a, std::ostream& out) {
  out << fmt::format("{} of {}: shares of its variance\n{}\n", a.question.metric, a.question.task, method_text(a));
  for (const auto& line : a.left_out) out << line << '\n';
  print_variance(a, out);
  print_best(a, out);
}

void print_json(const ImportanceAnswer& a, std::ostream& out) {
  const Decomposition& d = a.variance;
  Json json{{"task", a.question.task},      {"metric", a.question.metric},
            {"experiments", a.experiments}, {"settings", a.settings},
            {"left_out", a.left_out},       {"method", d.method == VarianceMethod::grid ? "grid" : "forest"},
            {"filled", d.filled},           {"variance", d.variance},
            {"effects", Json::array()},     {"rest", d.rest},
            {"seeds", number(d.seeds)}};
  if (!a.question.where.empty()) json["where"] = a.question.where;
  for (const auto& e : d.effects)
    json["effects"].push_back(
        {{"parameters", names_of(a, e.factors)}, {"share", e.share}, {"low", number(e.low)}, {"high", number(e.high)}});
  Json best{
      {"best", a.best.best}, {"of", a.best.settings}, {"largest", a.question.largest}, {"effects", Json::array()}};
  for (std::size_t f = 0; f < a.best.shares.size(); ++f)
    best["effects"].push_back({{"parameters", names_of(a, {int(f)})},
                               {"share", a.best.shares[f]},
                               {"error", a.best.errors[f]},
                               {"divergence", a.best.divergences[f]}});
  json["best_part"] = std::move(best);
  out << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace icsweep
