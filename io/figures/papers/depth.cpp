// Figures 5 and 10 of the autoregressive paper: error by depth, compared with the same number of steps of gradient
// descent.
#include <fmt/format.h>

#include "io/figures/figure.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

struct Shown {
  const char *label, *scalar, *curve;
  std::string colour;
  Style style;
};

const std::vector<Shown>& shown() {
  static const std::vector<Shown> all{
      {"Transformer of L layers", "test_mse", "position_mse", colour_of_kind(0), Style::line_points},
      {"L steps of gradient descent", "gd_mse", "gd_position_mse", colour_of_kind(1), Style::line_points},
      {"L steps of size c/(T−1)", "gd_scaled_mse", "gd_scaled_position_mse", colour_of_kind(4), Style::dashed},
      {"L steps with line search", "gd_line_search_mse", "gd_line_search_position_mse", colour_of_kind(2),
       Style::dashed},
      {"least squares", "floor_mse", "floor_position_mse", grey, Style::dashed}};
  return all;
}

Panel panel(const SqlDatabase& database, const Chosen& chosen, bool last_only) {
  Panel p{.title = last_only ? "at the last position" : "mean over positions", .x_label = "depth L", .y_label = "MSE"};
  p.log_y = true;
  for (const auto& s : shown()) {
    Series series = last_only ? curve_series(database, {chosen, "position = length"}, s.curve, "depth")
                              : scalar_series(database, {chosen}, "depth", s.scalar);
    series.label = s.label;
    series.colour = s.colour;
    series.style = s.style;
    p.x_places = series.x;
    p.series.push_back(std::move(series));
  }
  return p;
}

Plot draw_depth(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  return {.columns = 2, .panels = {panel(database, chosen[0], false), panel(database, chosen[0], true)}};
}

Figure depth_figure(const char* name, const char* title, const char* condition, const char* about) {
  return {name,
          title,
          {fmt::format("{}.toml", name)},
          {{.task = "augmented",
            .condition = condition,
            .about = about,
            .axes = {"depth"},
            .needs = each_of("depth", {"1", "2", "3", "4", "5", "6"}),
            .preferred = {"epochs = 2000", "learning_rate = 0.005", "dim = 5", "length = 50"},
            .in_caption = {"dim", "length", "sequences", "test_sequences", "epochs", "learning_rate"}}},
          draw_depth};
}

}  // namespace

Figure fig5() {
  return depth_figure("fig5", "Figure 5: linear attention on augmented tokens", "attention = 'linear'",
                      "attention = linear");
}

Figure fig10() {
  return depth_figure("fig10", "Figure 10: Transformer with softmax and MLP", "attention = 'softmax' AND mlp > 0",
                      "attention = softmax, mlp > 0");
}

}  // namespace icsweep
