#include "io/figures/best_of_each.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;
/// Combinations of axes: each axis has any of its values here.
using Product = std::vector<Names>;

/// True if the products have the same values of all axes but one.
bool differ_in(std::size_t axis, const Product& a, const Product& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (i != axis && a[i] != b[i]) return false;
  return true;
}

/// Fewer products of the same combinations: lagged × 4 and sca × 4 are (lagged, sca) × 4.
std::vector<Product> united(std::vector<Product> all) {
  for (std::size_t axis = 0; !all.empty() && axis < all[0].size(); ++axis)
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = all.size(); j-- > i + 1;)
        if (differ_in(axis, all[i], all[j])) {
          all[i][axis].insert(all[i][axis].begin() + 1, all[j][axis].begin(), all[j][axis].end());
          all.erase(all.begin() + std::ptrdiff_t(j));
        }
  return all;
}

/// The axes that have several values in `ranked`, by their places.
std::vector<std::size_t> varying(const std::vector<RankedValue>& ranked, std::size_t axes) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < axes; ++i)
    if (std::ranges::any_of(ranked, [&](const auto& row) { return row.shown[i] != ranked[0].shown[i]; }))
      places.push_back(i);
  return places;
}

/// "tokenization lagged, sca with depth 4".
std::string product_text(const Product& product, const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < product.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : i == 1 ? " with " : " and ", names[i], first_of(product[i]));
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
  const auto places = varying(ranked, axes.size());
  Names names, texts;  // texts: of the values, each once
  for (const std::size_t i : places) names.push_back(axes[i]);
  std::map<std::string, std::vector<Product>> combinations;
  for (const auto& row : chosen) {
    Product product;
    for (const std::size_t i : places) product.push_back({row.shown[i]});
    auto& known = combinations[row.text];
    if (known.empty()) texts.push_back(row.text);
    known.push_back(std::move(product));
  }
  if (texts.size() == 1 || places.empty()) return texts.empty() ? "" : texts[0];
  Names parts;
  for (const auto& text : texts) {
    Names where;
    for (const auto& product : united(std::move(combinations[text]))) where.push_back(product_text(product, names));
    parts.push_back(fmt::format("{} for {}", text, first_of(where, most_named, " and for ")));
  }
  return first_of(parts, most_named, "; ");
}

}  // namespace icsweep
