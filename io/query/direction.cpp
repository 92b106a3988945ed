#include "io/query/direction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

namespace icsweep {
namespace {

constexpr std::array<std::string_view, 7> good_when_large{"accuracy", "auc", "f1", "psnr", "r2", "reward", "score"};

/// The line "metric = ..." of the search in the resolved sweep; empty without one (io/sweep_file/sweep_text.cpp).
std::string metric_line(const std::string& sweep) {
  std::istringstream lines(sweep);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("metric = ")) return line;
  return "";
}

}  // namespace

bool largest_is_best(const StoreHeader& header, const std::string& metric) {
  const std::string line = metric_line(header.resolved.empty() ? header.sweep_text : header.resolved);
  if (line.find(fmt::format("\"{}\"", metric)) != line.npos)
    return line.find(fmt::format("name = \"{}\", largest = true", metric)) != line.npos;
  std::string word = metric.substr(metric.find_last_of('_') + 1);
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return std::ranges::find(good_when_large, word) != good_when_large.end();
}

}  // namespace icsweep
