// tpe_finds TABLE.csv [SEARCHES] [ROUND]: prints the number of experiments that the estimator needs to reach the best
// of 120 random draws, as the median over the searches. TABLE has settings that were all run. Its last column is the
// loss, every other column is a drawn parameter: numbers are logarithmic ranges, words are choices. A draw takes the
// values of the nearest setting. A tenth of the searches may give up at 480 experiments.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <sstream>

#include "engine/search/tpe.hpp"
#include "engine/sweep/draws.hpp"
#include "io/base/statistics.hpp"

using namespace icsweep;

namespace {

constexpr std::size_t random_draws = 120, sample = 16, most = 480;

struct Table {
  std::vector<Axis> axes;
  std::vector<std::vector<double>> nodes;  // per axis: logarithms of its values, or indices of choices
  std::map<std::vector<std::size_t>, double> losses;

  double loss(const std::vector<Value>& values) const {
    std::vector<std::size_t> at;
    for (std::size_t a = 0; a < axes.size(); ++a) {
      const double place = ParzenAxis(*axes[a].draw).place(values[a]);
      const auto off = [&](double x, double y) { return std::abs(x - place) < std::abs(y - place); };
      at.push_back(std::size_t(std::min_element(nodes[a].begin(), nodes[a].end(), off) - nodes[a].begin()));
    }
    return losses.at(at);
  }
};

Table read(const char* path) {
  std::ifstream file(path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    auto& row = rows.emplace_back();
    for (std::string word; std::getline(words, word, ',');) {
      word.erase(std::remove(word.begin(), word.end(), '\r'), word.end());
      row.push_back(word);
    }
    row.resize(rows[0].size());  // for a missing loss at the end of the line
  }
  Table table;
  const std::size_t axes = rows[0].size() - 1;
  std::vector<std::map<std::string, std::size_t>> place(axes);
  for (std::size_t a = 0; a < axes; ++a) {
    std::set<double> numbers;
    std::set<std::string> words;
    for (std::size_t r = 1; r < rows.size(); ++r) {
      char* end = nullptr;
      const double number = std::strtod(rows[r][a].c_str(), &end);
      if (*end) words.insert(rows[r][a]);
      else numbers.insert(number);
    }
    auto& nodes = table.nodes.emplace_back();
    Draw draw{Draw::Law::log_uniform, {}};
    if (words.empty()) {
      for (const double n : numbers) nodes.push_back(std::log(n));
      const double half = (nodes[1] - nodes[0]) / 2;
      draw.values = {std::exp(nodes.front() - half), std::exp(nodes.back() + half)};
      for (std::size_t r = 1; r < rows.size(); ++r)
        place[a][rows[r][a]] =
            std::size_t(std::distance(numbers.begin(), numbers.find(std::strtod(rows[r][a].c_str(), nullptr))));
    } else {
      draw.law = Draw::Law::choice;
      for (const auto& word : words) {
        place[a][word] = nodes.size();
        nodes.push_back(double(nodes.size()));
        draw.values.push_back(word);
      }
    }
    table.axes.push_back({rows[0][a], {}, draw, {}});
  }
  for (std::size_t r = 1; r < rows.size(); ++r) {
    std::vector<std::size_t> at;
    for (std::size_t a = 0; a < axes; ++a) at.push_back(place[a].at(rows[r][a]));
    const double loss = std::strtod(rows[r][axes].c_str(), nullptr);
    table.losses[at] = std::isfinite(loss) && !rows[r][axes].empty() && rows[r][axes] != "NULL"
                           ? loss
                           : std::numeric_limits<double>::infinity();
  }
  return table;
}

std::vector<JudgedDraw> random_of(const Table& table, std::int64_t seed, std::size_t count) {
  std::vector<JudgedDraw> draws(count);
  for (auto axis : table.axes) {
    Parameter parameter;
    parameter.name = axis.name;
    if (axis.draw->law == Draw::Law::choice) parameter.default_value = std::string();
    else parameter.default_value = 0.0;
    draw_values(axis, parameter, {std::int64_t(count), seed, {}});
    for (std::size_t i = 0; i < count; ++i) draws[i].values.push_back(axis.values[i]);
  }
  for (auto& d : draws) d.losses = {table.loss(d.values)};
  return draws;
}

double least(const std::vector<JudgedDraw>& draws) {
  double best = std::numeric_limits<double>::infinity();
  for (const auto& d : draws) best = std::min(best, d.losses[0]);
  return best;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
  const Table table = read(words[1]);
  const int searches = count > 2 ? std::atoi(words[2]) : 100;
  const std::size_t round = count > 3 ? std::size_t(std::atoi(words[3])) : 4;
  std::vector<double> needed;
  for (int seed = 0; seed < searches; ++seed) {
    const double goal = least(random_of(table, 1000 + seed, random_draws));
    std::vector<JudgedDraw> draws = random_of(table, seed, sample);
    std::size_t at = 0;
    for (; at < most; ++at) {
      if (at == draws.size()) {
        Tpe tpe(table.axes, seed, draws);
        std::vector<JudgedDraw> next;
        for (std::size_t i = 0; i < round; ++i) {
          auto values = tpe.propose(std::int64_t(at + i), [](const auto&) { return true; });
          const double loss = table.loss(values);
          next.push_back({std::move(values), {loss}});
        }
        draws.insert(draws.end(), next.begin(), next.end());
      }
      if (draws[at].losses[0] <= goal) break;
    }
    needed.push_back(double(at + 1));
  }
  std::cout << words[1] << ": " << searches << " searches in rounds of " << round << ": median " << median(needed)
            << " experiments, quartiles " << quantile(needed, 0.25) << " and " << quantile(needed, 0.75) << "\n";
}
