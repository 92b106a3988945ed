// Figure 3 of the covariates paper: errors against training steps by patch size.
#include <fmt/format.h>

#include <algorithm>

#include "io/figures/answers.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/papers/shared_series.hpp"
#include "io/figures/plot.hpp"
#include "io/base/parsed_number.hpp"

namespace icsweep {
namespace {

Panel by_patch(const SqlDatabase& database, const Chosen& chosen, const Metric& metric, const std::string& title) {
  Panel p{.title = title, .x_label = "training steps", .y_label = metric.label};
  if (chosen.empty()) return p;
  const auto patches = values_of(database, chosen, "patch");
  for (std::size_t i = 0; i < patches.size(); ++i) {
    Series s = learning_curve(database, {chosen, fmt::format("patch = {}", patches[i])}, metric);
    s.label = fmt::format("p = {}", patches[i]);
    p.series.push_back(std::move(s));
  }
  return p;
}

/// Colours each patch size by its rank among all sizes.
Plot by_size(std::vector<Panel> panels) {
  Plot plot{.columns = int(panels.size()), .panels = std::move(panels)};
  std::vector<std::string> labels;
  for (const auto& panel : plot.panels)
    for (const auto& s : panel.series)
      if (s.style == Style::line && std::find(labels.begin(), labels.end(), s.label) == labels.end())
        labels.push_back(s.label);
  const auto size = [](const std::string& label) { return real_number(label.substr(label.find('=') + 1)).value_or(0); };
  std::sort(labels.begin(), labels.end(), [&](const auto& a, const auto& b) { return size(a) < size(b); });
  for (auto& panel : plot.panels)
    for (auto& s : panel.series)
      if (const auto at = std::find(labels.begin(), labels.end(), s.label); at != labels.end())
        s.colour = colour_of_rank(std::size_t(at - labels.begin()), labels.size());
  return plot;
}

/// The least error of heads with patches of size p, aligned tokens and no noise: d r/(1 + r), r = p (d + 1)/H.
void add_optima(const SqlDatabase& database, const Chosen& chosen, Panel& panel) {
  for (const auto& row :
       numbers(database, fmt::format("SELECT DISTINCT patch, dim, examples FROM regression_all WHERE {} AND "
                                     "noise = 0 ORDER BY patch",
                                     chosen.condition))) {
    const double r = row[0] * (row[1] + 1) / row[2];
    add_level(panel, "optimum of one head", grey, row[1] * r / (1 + r));
  }
}

Selection patched(const std::string& part, const std::string& condition, const std::string& what,
                  const std::string& learning_rate) {
  return {.task = "regression",
          .part = part,
          .condition = "attention = 'linear' AND \"function\" = 'linear' AND " + condition,
          .about = what + ", attention = linear",
          .axes = {"patch"},
          .needs = {{"patch = 1", "patch = 1"}, {"patch > 1", "patch > 1"}},
          .preferred = {"dim = 10", "examples = 40", "noise = 0", "learning_rate = " + learning_rate},
          .in_caption = regression_in_caption()};
}

Selection one_layer(const std::string& part, const std::string& tokenization) {
  return patched(part, fmt::format("block = 'bare' AND depth = 1 AND heads = 1 AND tokenization = '{}'", tokenization),
                 fmt::format("depth = 1, block = bare, heads = 1, tokenization = {}", tokenization), "1e-3");
}

Selection as_many_heads() {
  Selection s =
      patched("aligned, p heads",
              "block = 'bare' AND depth = 1 AND heads = patch AND patch > 1 AND tokenization = 'aligned'", "", "1e-3");
  s.axes.push_back("heads");
  s.needs.clear();
  s.optional = true;
  return s;
}

/// Each patch size has its own best learning rate.
Selection four_layers(const std::string& part) {
  Selection s = patched(part, "block = 'gpt2' AND depth = 4 AND tokenization = 'sca'",
                        "depth = 4, block = gpt2, tokenization = sca", "1e-4");
  s.preferred.pop_back();
  s.tuned = {"learning_rate", "validation"};
  return s;
}

Plot draw_one_layer(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Panel aligned = by_patch(database, chosen[0], last_index, "aligned, one head");
  add_optima(database, chosen[0], aligned);
  return by_size({aligned, by_patch(database, chosen[2], last_index, "aligned, p heads"),
                  by_patch(database, chosen[1], last_index, "shifted attention, one head")});
}

Plot draw_four_layers(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  return by_size({by_patch(database, chosen[0], last_index, "at the query"),
                  by_patch(database, chosen[0], validation, "over points")});
}

Plot draw_all_patches(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  return by_size({by_patch(database, chosen[0], last_index, "(a) one layer"),
                  by_patch(database, chosen[1], last_index, "(b) four layers")});
}

}  // namespace

Figure covariates_fig3() {
  return {"covariates-fig3",
          "Figure 3 (covariates): patch sizes, shifted attention",
          {"covariates-fig3a.toml", "covariates-fig3b.toml"},
          {one_layer("(a)", "sca"), four_layers("(b)")},
          draw_all_patches};
}

Figure covariates_fig3a() {
  return {"covariates-fig3a",
          "Figure 3a (covariates): patch sizes, one layer of attention alone",
          {"covariates-fig3a.toml"},
          {one_layer("aligned", "aligned"), one_layer("shifted", "sca"), as_many_heads()},
          draw_one_layer};
}

Figure covariates_fig3b() {
  return {"covariates-fig3b",
          "Figure 3b (covariates): patch sizes, four layers, shifted attention",
          {"covariates-fig3b.toml"},
          {four_layers("")},
          draw_four_layers};
}

}  // namespace icsweep