#include "engine/progress/unlearnt.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/schema.hpp"
#include "io/text_columns.hpp"

namespace icsweep {

std::vector<std::string> unlearnt(const StoredTable& table) {
  std::vector<std::string> found;
  if (!table.table().find("zero_ratio")) return found;
  const auto ratios = table.reals("zero_ratio");
  const auto status = table.integers("status"), planned = table.integers("planned");
  const auto identities = table.texts("identity");
  for (std::size_t i = 0; i < ratios.size(); ++i)
    if (planned[i] && Outcome(status[i]) == Outcome::done && ratios[i] > largest_learnt_ratio)
      found.push_back(identities[i]);
  return found;
}

std::string unlearnt_text(const std::vector<std::string>& identities) {
  constexpr std::size_t most = 10;
  if (identities.empty()) return "";
  std::string text =
      fmt::format("  {} learnt nothing, above {} of predicting zero:", identities.size(), largest_learnt_ratio);
  for (std::size_t i = 0; i < std::min(identities.size(), most); ++i)
    text += " " + printable(identities[i].substr(0, 8));
  return text + (identities.size() > most ? " ...\n" : "\n");
}

}  // namespace icsweep
