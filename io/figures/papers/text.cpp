// Figure 4 of the autoregressive paper: errors of autoregressive fits to a text and to the shuffled text.
#include <fmt/format.h>

#include <algorithm>

#include "io/figures/answers.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

/// Histogram of log10 of the error of the sequences above the threshold, as mean over seeds. Empty bins at both ends
/// are left out.
Series histogram(const SqlDatabase& database, const Chosen& chosen, const std::string& which) {
  const Source above{chosen, "x.value >= log10(threshold) - 1e-9"};
  Series s = curve_series(database, above, which + "_histogram", "bin", "log10_mse");
  const auto some = [](double y) { return y > 0; };
  const auto first = std::find_if(s.y.begin(), s.y.end(), some) - s.y.begin();
  const auto last = s.y.rend() - std::find_if(s.y.rbegin(), s.y.rend(), some);
  for (auto* v : {&s.x, &s.y})
    *v = first < last ? std::vector(v->begin() + first, v->begin() + last) : std::vector<double>{};
  s.low.clear();  // intervals of bins that share a count are not informative
  s.high.clear();
  s.seeds.clear();
  const double half = s.x.size() > 1 ? (s.x[1] - s.x[0]) / 2 : 0;
  for (double& x : s.x) x += half;  // the store has lower edges
  s.style = Style::boxes;
  return s;
}

Plot draw_histograms(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Panel p{.x_label = "log₁₀ of a sequence's MSE", .y_label = "sequences"};
  const auto counts = numbers(
      database,
      fmt::format("SELECT avg(original_count), avg(shuffled_count) FROM text_fit_all WHERE {}", chosen[0].condition));
  for (const std::string which : {"shuffled", "original"}) {
    Series s = histogram(database, chosen[0], which);
    const bool original = which == "original";
    s.label = fmt::format("{}: {:.0f} sequences", which, counts[0][original ? 0 : 1]);
    s.colour = colour_of_kind(original ? 0 : 1);
    p.series.push_back(std::move(s));
  }
  return {.panels = {p}};
}

}  // namespace

Figure fig4() {
  Selection s{.task = "text_fit",
              .condition = "1",
              .needs = {{"a text", "1"}},
              .preferred = {"sequences_used = 10000", "length = 5", "dim = 1280"},
              .in_caption = {"dim", "length", "sequences_used", "threshold"},
              .seeds = "mean of"};
  return {
      "fig4", "Figure 4: sequences that an autoregressive process does not fit", {"fig4.toml"}, {s}, draw_histograms};
}

}  // namespace icsweep
