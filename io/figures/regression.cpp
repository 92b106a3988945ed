// Figures 2 and 3 of the covariates paper: regression by tokenization and by patch size, errors against training steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figures/answers.hpp"
#include "io/figures/figures.hpp"
#include "io/figures/palette.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

const std::vector<std::string> told{"dim", "examples", "width", "heads", "steps", "batch", "learning_rate", "prompts"};
const std::vector<std::string> tokenizations{"interleaved", "aligned", "lagged", "sca"};

/// One of the two errors of the paper.
struct Metric {
  const char *curve, *label;
};
constexpr Metric last_index{"step_last_index", "last index loss"}, validation{"step_validation", "validation loss"};

Series learning_curve(const SqlDatabase& database, const Source& source, const Metric& metric) {
  if (source.chosen.empty()) return {};
  Series s = curve_series(database, source, metric.curve, "checkpoint", "step");
  s.style = Style::line;
  return s;
}

/// A horizontal line over the steps of a panel.
void add_level(Panel& panel, const std::string& label, const std::string& colour, double level) {
  double last = 0;
  for (const auto& s : panel.series)
    if (!s.x.empty()) last = std::max(last, s.x.back());
  if (last > 0)
    panel.series.push_back(
        {.label = label, .colour = colour, .style = Style::dashed, .x = {0, last}, .y = {level, level}});
}

/// What is reached without a Transformer with as many examples: d by predicting zero, and what the store's
/// regression_baselines say of the same function, dimension and examples.
void add_baselines(const SqlDatabase& database, const Chosen& chosen, bool last, Panel& panel) {
  if (chosen.empty()) return;
  const auto same = texts(
      database, fmt::format("SELECT \"function\", dim, examples FROM regression WHERE {} LIMIT 1", chosen.condition));
  add_level(panel, "predicting zero", grey, std::stod(same[0][1]));
  if (!last || !database.store().find("regression_baselines")) return;
  const auto levels =
      numbers(database, fmt::format("SELECT avg(nearest_last), avg(least_squares_last), "
                                    "avg(gaussian_process_last) FROM regression_baselines WHERE status = "
                                    "'done' AND \"function\" = '{}' AND dim = {} AND examples = {}",
                                    same[0][0], same[0][1], same[0][2]));
  const char* labels[] = {"3-nearest neighbours", "least squares", "Gaussian process"};
  for (std::size_t i = 0; i < 3; ++i)  // least squares is exact on linear functions: not on a logarithmic axis
    if (levels[0][i] > 1e-6) add_level(panel, labels[i], i == 0 ? black : colour_of_kind(3 + i), levels[0][i]);
}

Panel by_tokenization(const SqlDatabase& database, const Chosen& chosen, const Metric& metric, const std::string& title,
                      const std::string& condition = "attention = 'softmax'") {
  Panel p{.title = title, .x_label = "training steps", .y_label = metric.label};
  p.log_y = true;
  for (std::size_t i = 0; i < tokenizations.size(); ++i) {
    Series s = learning_curve(database,
                              {chosen, fmt::format("tokenization = '{}' AND {}", tokenizations[i], condition)}, metric);
    s.label = s.x.empty() ? "" : tokenizations[i];
    s.colour = colour_of_kind(i);
    p.series.push_back(std::move(s));
  }
  if (!p.empty()) add_baselines(database, chosen, metric.curve == last_index.curve, p);
  return p;
}

Selection tokenized(const char* function, int depth) {
  Selection s{
      .task = "regression",
      .condition = fmt::format("\"function\" = '{}' AND depth = {} AND block = 'gpt2' AND patch = 1", function, depth),
      .axes = {"tokenization", "attention"}};
  for (const auto& t : tokenizations)
    s.needs.push_back({"tokenization = " + t, fmt::format("tokenization = '{}' AND attention = 'softmax'", t)});
  s.about = fmt::format("function = {}, depth = {}, block = gpt2, attention = softmax", function, depth);
  s.preferred = "steps = 200000";
  s.told = told;
  return s;
}

Plot draw_two(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Plot plot{.columns = 2};
  for (const char* attention : {"softmax", "linear"})
    for (const Metric& metric : {last_index, validation})
      plot.panels.push_back(by_tokenization(database, chosen[0], metric, fmt::format("{} attention", attention),
                                            fmt::format("attention = '{}'", attention)));
  return plot;
}

Plot draw_all_two(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  const char* titles[] = {"(a) one layer, linear", "(b) four layers, linear", "(c) four layers, two-layer network"};
  Plot plot{.columns = 3};
  for (const Metric& metric : {last_index, validation})
    for (std::size_t i = 0; i < 3; ++i) plot.panels.push_back(by_tokenization(database, chosen[i], metric, titles[i]));
  return plot;
}

Panel by_patch(const SqlDatabase& database, const Chosen& chosen, const Metric& metric, const std::string& title) {
  Panel p{.title = title, .x_label = "training steps", .y_label = metric.label};
  if (chosen.empty()) return p;
  const auto patches =
      numbers(database, fmt::format("SELECT DISTINCT patch FROM regression WHERE {} ORDER BY patch", chosen.condition));
  for (std::size_t i = 0; i < patches.size(); ++i) {
    Series s = learning_curve(database, {chosen, fmt::format("patch = {}", patches[i][0])}, metric);
    s.label = fmt::format("p = {}", patches[i][0]);
    p.series.push_back(std::move(s));
  }
  return p;
}

/// One colour a patch size in all panels, by its place among all sizes.
void colour_sizes(Plot& plot) {
  std::vector<std::string> labels;
  for (const auto& panel : plot.panels)
    for (const auto& s : panel.series)
      if (s.style == Style::line && std::find(labels.begin(), labels.end(), s.label) == labels.end())
        labels.push_back(s.label);
  const auto size = [](const std::string& label) { return std::stod(label.substr(label.find('=') + 1)); };
  std::sort(labels.begin(), labels.end(), [&](const auto& a, const auto& b) { return size(a) < size(b); });
  for (auto& panel : plot.panels)
    for (auto& s : panel.series)
      if (const auto at = std::find(labels.begin(), labels.end(), s.label); at != labels.end())
        s.colour = colour_of_rank(std::size_t(at - labels.begin()), labels.size());
}

/// The least error of heads of patches p with aligned tokens: d r/(1 + r), r = p (d + 1)/H.
void add_optima(const SqlDatabase& database, const Chosen& chosen, Panel& panel) {
  if (chosen.empty()) return;
  const auto rows = numbers(
      database,
      fmt::format("SELECT DISTINCT patch, dim, examples FROM regression WHERE {} ORDER BY patch", chosen.condition));
  for (const auto& row : rows) {
    const double r = row[0] * (row[1] + 1) / row[2];
    add_level(panel, "optimum of one head", grey, row[1] * r / (1 + r));
  }
}

Selection patched(const std::string& condition, const std::string& what, bool optional = false) {
  return {.task = "regression",
          .condition = "attention = 'linear' AND \"function\" = 'linear' AND " + condition,
          .about = what + ", attention = linear",
          .axes = {"patch"},
          .needs = {{"patch = 1", "patch = 1"}, {"patch > 1", "patch > 1"}},
          .preferred = "1",
          .told = told,
          .optional = optional};
}

Selection one_layer(const std::string& tokenization) {
  return patched(fmt::format("block = 'bare' AND depth = 1 AND heads = 1 AND tokenization = '{}'", tokenization),
                 fmt::format("depth = 1, block = bare, heads = 1, tokenization = {}", tokenization));
}

Selection as_many_heads() {
  Selection s =
      patched("block = 'bare' AND depth = 1 AND heads = patch AND patch > 1 AND tokenization = 'aligned'", "", true);
  s.axes.push_back("heads");
  return s;
}

Selection four_layers() {
  return patched("block = 'gpt2' AND depth = 4 AND tokenization = 'sca'",
                 "depth = 4, block = gpt2, tokenization = sca");
}

Plot draw_one_layer(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Plot plot{.columns = 3};
  plot.panels = {by_patch(database, chosen[0], last_index, "aligned, one head"),
                 by_patch(database, chosen[2], last_index, "aligned, p heads"),
                 by_patch(database, chosen[1], last_index, "shifted attention, one head")};
  add_optima(database, chosen[0], plot.panels[0]);
  colour_sizes(plot);
  return plot;
}

Plot draw_four_layers(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Plot plot{.columns = 2,
            .panels = {by_patch(database, chosen[0], last_index, "at the query"),
                       by_patch(database, chosen[0], validation, "over points")}};
  colour_sizes(plot);
  return plot;
}

Plot draw_all_patches(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Plot plot{.columns = 2,
            .panels = {by_patch(database, chosen[0], last_index, "(a) one layer"),
                       by_patch(database, chosen[1], last_index, "(b) four layers")}};
  colour_sizes(plot);
  return plot;
}

}  // namespace

Figure covariates_fig2() {
  return {"covariates-fig2",
          "Figure 2 (covariates): tokenizations",
          {"covariates-fig2a.toml", "covariates-fig2b.toml", "covariates-fig2c.toml"},
          {tokenized("linear", 1), tokenized("linear", 4), tokenized("relu2", 4)},
          draw_all_two};
}

Figure covariates_fig2a() {
  return {"covariates-fig2a",
          "Figure 2a (covariates): one layer on linear functions",
          {"covariates-fig2a.toml"},
          {tokenized("linear", 1)},
          draw_two};
}

Figure covariates_fig2b() {
  return {"covariates-fig2b",
          "Figure 2b (covariates): four layers on linear functions",
          {"covariates-fig2b.toml"},
          {tokenized("linear", 4)},
          draw_two};
}

Figure covariates_fig2c() {
  return {"covariates-fig2c",
          "Figure 2c (covariates): four layers on two-layer networks",
          {"covariates-fig2c.toml"},
          {tokenized("relu2", 4)},
          draw_two};
}

Figure covariates_fig3() {
  return {"covariates-fig3",
          "Figure 3 (covariates): patch sizes, shifted attention",
          {"covariates-fig3a.toml", "covariates-fig3b.toml"},
          {one_layer("sca"), four_layers()},
          draw_all_patches};
}

Figure covariates_fig3a() {
  return {"covariates-fig3a",
          "Figure 3a (covariates): patch sizes, one layer of attention alone",
          {"covariates-fig3a.toml"},
          {one_layer("aligned"), one_layer("sca"), as_many_heads()},
          draw_one_layer};
}

Figure covariates_fig3b() {
  return {"covariates-fig3b",
          "Figure 3b (covariates): patch sizes, four layers, shifted attention",
          {"covariates-fig3b.toml"},
          {four_layers()},
          draw_four_layers};
}

}  // namespace icsweep
