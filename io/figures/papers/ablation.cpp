// Figure 9 of the autoregressive paper: training loss with and without softmax and MLP.
#include <fmt/format.h>

#include <iterator>

#include "io/figures/figure.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

struct Variant {
  const char *label, *condition;
  Style style;
};

/// The paper does not say whether P multiplies the softmax's weights or is added to its argument. Both variants are
/// drawn.
constexpr Variant variants[] = {
    {"linear", "attention = 'linear' AND mlp = 0", Style::line},
    {"linear, MLP", "attention = 'linear' AND mlp > 0", Style::line},
    {"softmax", "attention = 'softmax' AND mlp = 0 AND positional = 'factor'", Style::line},
    {"softmax, MLP", "attention = 'softmax' AND mlp > 0 AND positional = 'factor'", Style::line},
    {"softmax, P inside", "attention = 'softmax' AND mlp = 0 AND positional = 'logit'", Style::dashed},
    {"softmax, P inside, MLP", "attention = 'softmax' AND mlp > 0 AND positional = 'logit'", Style::dashed}};

Plot draw_losses(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Panel p{.x_label = "epoch", .y_label = "training MSE"};
  p.log_y = true;
  for (std::size_t i = 0; i < std::size(variants); ++i) {
    Series s = curve_series(database, {chosen[0], variants[i].condition}, "loss", "checkpoint", "epoch");
    s.label = variants[i].label;
    s.colour = colour_of_kind(i);
    s.style = variants[i].style;
    p.series.push_back(std::move(s));
  }
  return {.panels = {p}};
}

}  // namespace

Figure fig9() {
  Selection s{.task = "ablation", .condition = "1", .axes = {"attention", "positional", "mlp"}};
  const char* words[] = {"attention = linear, mlp = 0", "attention = linear, mlp > 0", "attention = softmax, mlp = 0",
                         "attention = softmax, mlp > 0"};
  for (std::size_t i = 0; i < std::size(words); ++i) s.needs.push_back({words[i], variants[i].condition});
  s.preferred = {"dim = 1", "length = 10", "epochs = 500", "learning_rate = 0.01"};
  s.in_caption = {"dim", "length", "heads", "sequences", "epochs", "learning_rate"};
  return {"fig9", "Figure 9: training loss with softmax and MLP, or without", {"fig9.toml"}, {s}, draw_losses};
}

}  // namespace icsweep
