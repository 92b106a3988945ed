// Figure 2 of the covariates paper: errors against training steps by tokenization.
#include <fmt/format.h>

#include <algorithm>

#include "io/figures/answers.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/papers/shared_series.hpp"
#include "io/figures/plot.hpp"

namespace icsweep {
namespace {

const std::vector<std::string> tokenizations{"interleaved", "aligned", "lagged", "sca"};

/// The store's baselines on the same prompts as the chosen experiments.
Chosen baselines_of(const SqlDatabase& database, const Chosen& chosen) {
  const auto like =
      texts(database, fmt::format("SELECT \"function\", dim, examples, quote(noise), hidden FROM regression_all "
                                  "WHERE {} LIMIT 1",
                                  chosen.condition))[0];
  return choose(
      database,
      {.task = "regression_baselines",
       .part = "baselines",
       .condition = fmt::format("\"function\" = '{}' AND dim = {} AND examples = {} AND noise = {} AND hidden = {}",
                                like[0], like[1], like[2], like[3], like[4]),
       .preferred = {"neighbours = 3"},
       .seeds = "mean of"},
      {.counting = chosen.counting});
}

/// Adds the errors of methods without a Transformer on the same number of examples: predicting zero, E[y²] = d +
/// noise², and at the query the store's other baselines. Least squares is left out for linear functions: it is exact
/// there, and the axis is logarithmic.
void add_baselines(const SqlDatabase& database, const Chosen& chosen, bool at_query, Panel& panel) {
  const auto zero =
      numbers(database, fmt::format("SELECT dim + noise * noise, \"function\" = 'relu2' FROM regression_all WHERE "
                                    "{} LIMIT 1",
                                    chosen.condition))[0];
  add_level(panel, "predicting zero", grey, zero[0]);
  if (!at_query) return;
  const Chosen baselines = baselines_of(database, chosen);
  if (baselines.empty()) return;
  const auto levels =
      numbers(database, fmt::format("SELECT avg(nearest_last), avg(least_squares_last), "
                                    "avg(gaussian_process_last), max(neighbours) FROM regression_baselines_all "
                                    "WHERE {}",
                                    baselines.condition))[0];
  add_level(panel, fmt::format("{}-nearest neighbours", levels[3]), black, levels[0]);
  if (levels[1] > 1e-6) add_level(panel, "least squares", colour_of_kind(4), levels[1]);
  if (zero[1] == 1) add_level(panel, "Gaussian process", colour_of_kind(5), levels[2]);
}

Panel by_tokenization(const SqlDatabase& database, const Chosen& chosen, const Metric& metric, const std::string& title,
                      const std::string& condition = "attention = 'softmax'") {
  Panel p{.title = title, .x_label = "training steps", .y_label = metric.label};
  p.log_y = true;
  for (std::size_t i = 0; i < tokenizations.size(); ++i) {
    Series s = learning_curve(database,
                              {chosen, fmt::format("tokenization = '{}' AND {}", tokenizations[i], condition)}, metric);
    s.label = tokenizations[i];
    s.colour = colour_of_kind(i);
    p.series.push_back(std::move(s));
  }
  if (!p.empty()) add_baselines(database, chosen, metric.curve == last_index.curve, p);
  return p;
}

Selection tokenized(const char* part, const char* function, int depth) {
  Selection s{
      .task = "regression",
      .part = part,
      .condition = fmt::format("\"function\" = '{}' AND depth = {} AND block = 'gpt2' AND patch = 1", function, depth),
      .axes = {"tokenization", "attention"}};
  for (const auto& t : tokenizations)
    s.needs.push_back({"tokenization = " + t, fmt::format("tokenization = '{}' AND attention = 'softmax'", t)});
  s.about = fmt::format("function = {}, depth = {}, block = gpt2, attention = softmax", function, depth);
  s.preferred = {"steps = 200000", "width = 128", "dim = 10", "examples = 40", "noise = 0"};
  s.in_caption = regression_in_caption();
  s.tuned = {"learning_rate", "validation"};
  return s;
}

/// Describes the baselines, or names the sweep that makes them if they are missing.
void tell_baselines(const SqlDatabase& database, const std::vector<Chosen>& chosen, Plot& plot) {
  for (const auto& c : chosen) {
    if (c.empty()) continue;
    const Chosen baselines = baselines_of(database, c);
    auto& lines = baselines.empty() ? plot.notes : plot.caption;
    const std::string line = baselines.empty()
                                 ? "no baselines of the same function, dim, examples, noise and hidden: run "
                                   "covariates-baselines"
                                 : baselines.caption;
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
}

Plot draw_two(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Plot plot{.columns = 2};
  for (const char* attention : {"softmax", "linear"})
    for (const Metric& metric : {last_index, validation})
      plot.panels.push_back(by_tokenization(database, chosen[0], metric, fmt::format("{} attention", attention),
                                            fmt::format("attention = '{}'", attention)));
  tell_baselines(database, chosen, plot);
  return plot;
}

Plot draw_all_two(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  const char* titles[] = {"(a) one layer, linear", "(b) four layers, linear", "(c) four layers, two-layer network"};
  Plot plot{.columns = 3};
  for (const Metric& metric : {last_index, validation})
    for (std::size_t i = 0; i < 3; ++i) plot.panels.push_back(by_tokenization(database, chosen[i], metric, titles[i]));
  tell_baselines(database, chosen, plot);
  return plot;
}

}  // namespace

Figure covariates_fig2() {
  return {"covariates-fig2",
          "Figure 2 (covariates): tokenizations",
          {"covariates-fig2a.toml", "covariates-fig2b.toml", "covariates-fig2c.toml"},
          {tokenized("(a)", "linear", 1), tokenized("(b)", "linear", 4), tokenized("(c)", "relu2", 4)},
          draw_all_two};
}

Figure covariates_fig2a() {
  return {"covariates-fig2a",
          "Figure 2a (covariates): one layer on linear functions",
          {"covariates-fig2a.toml"},
          {tokenized("", "linear", 1)},
          draw_two};
}

Figure covariates_fig2b() {
  return {"covariates-fig2b",
          "Figure 2b (covariates): four layers on linear functions",
          {"covariates-fig2b.toml"},
          {tokenized("", "linear", 4)},
          draw_two};
}

Figure covariates_fig2c() {
  return {"covariates-fig2c",
          "Figure 2c (covariates): four layers on two-layer networks",
          {"covariates-fig2c.toml"},
          {tokenized("", "relu2", 4)},
          draw_two};
}

}  // namespace icsweep
