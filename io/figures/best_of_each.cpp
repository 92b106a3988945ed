#include "io/figures/best_of_each.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

/// "tokenization lagged and depth 4", without axes that have the same value in all rows of `ranked`.
std::string axes_text(const RankedValue& row, const std::vector<std::string>& axes,
                      const std::vector<RankedValue>& ranked) {
  std::string text;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto is_same = [&](const RankedValue& other) { return other.shown[i] == row.shown[i]; };
    if (std::ranges::all_of(ranked, is_same)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : " and ", axes[i], row.shown[i]);
  }
  return text;
}

}  // namespace

std::vector<RankedValue> chosen_of_each(const std::vector<RankedValue>& ranked, Rank rank) {
  std::vector<RankedValue> chosen;
  for (auto first = ranked.begin(); first != ranked.end();) {
    const auto end = std::find_if(first, ranked.end(), [&](const auto& row) { return row.axes != first->axes; });
    const auto comparable = std::count_if(first, end, [](const auto& row) { return row.comparable; });
    chosen.push_back(first[rank == Rank::best || comparable == 0 ? 0 : (comparable - 1) / 2]);
    first = end;
  }
  return chosen;
}

std::string sql_rows(const std::vector<RankedValue>& chosen) {
  std::string list;
  for (const auto& row : chosen) {
    list += list.empty() ? "(" : ", (";
    for (const auto& axis : row.axes) list += axis + ", ";
    list += row.value + ")";
  }
  return list;
}

std::string text_of_each(const std::vector<RankedValue>& chosen, const std::vector<std::string>& axes,
                         const std::vector<RankedValue>& ranked) {
  constexpr std::size_t most_named = 8;
  std::vector<std::string> all;
  for (const auto& row : chosen) {
    const std::string where = axes_text(row, axes, ranked);
    all.push_back(fmt::format("{}{}{}", row.text, where.empty() ? "" : " for ", where));
  }
  return first_of(all, most_named);
}

}  // namespace icsweep
