#include "io/base/phrases.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace icsweep {
namespace {

/// Names from other programs, and ours for the same thing.
const std::pair<const char*, const char*> short_forms[] = {
    {"lr", "learning_rate"}, {"bs", "batch"},      {"batch_size", "batch"}, {"n_layers", "depth"},
    {"layers", "depth"},     {"n_layer", "depth"}, {"num_layers", "depth"}, {"n_heads", "heads"},
    {"n_head", "heads"},     {"d_model", "width"}, {"n_embd", "width"},     {"n_epochs", "epochs"},
    {"n_steps", "steps"},    {"n_dims", "dim"},    {"n_points", "examples"}};

}  // namespace

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before, row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before = std::exchange(row, next);
  }
  return row[b.size()];
}

std::string nearest(const std::string& name, const std::vector<std::string>& known) {
  for (const auto& [form, whole] : short_forms)
    if (name == form && std::find(known.begin(), known.end(), whole) != known.end()) return whole;
  const auto best = std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
    return edit_distance(name, a) < edit_distance(name, b);
  });
  return best == known.end() || edit_distance(name, *best) > name.size() / 3 ? "" : *best;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known, const std::string& advice) {
  const std::string meant = nearest(name, known);
  if (meant.empty()) return advice.empty() ? "" : "; " + advice;
  return ", did you mean " + meant + (advice.empty() ? "?" : "? " + advice);
}

std::string first_of(const std::vector<std::string>& parts, std::size_t most, std::string_view between) {
  const std::size_t shown = parts.size() > most + 1 ? most : parts.size();
  std::string text = fmt::format("{}", fmt::join(parts.begin(), parts.begin() + std::ptrdiff_t(shown), between));
  if (shown < parts.size()) text += fmt::format("{}{} more", shown > 0 ? " and " : "", parts.size() - shown);
  return text;
}

}  // namespace icsweep
