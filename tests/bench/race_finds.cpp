// race_finds TABLE.csv FIRST SEEDS: compares races with full grids on a table of race_table.sh, with the seeds FIRST to
// FIRST + SEEDS - 1. Reads lines "eta rungs keep" and prints one line for each; eta 0 means scouts.
//
// A race finds the setting with the least mean final error among those that it trains to the end. The printed line has
// the number of problems, the number in which the grid's winner is found, and the number in which the found mean is
// within Student's 95 % interval above the winner's mean. Then it has the ratio of the found mean to the winner's
// (geometric mean over problems, and 95 % quantile), and the steps of the race in percent of those of the grid.
// engine/search makes the decisions on the stored curves.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>

#include "engine/search/race.hpp"
#include "engine/sweep/rungs.hpp"
#include "io/base/statistics.hpp"

using namespace icsweep;

namespace {

struct Training {
  double share = 1;  // of the steps that were made
  std::optional<double> final;
  std::vector<double> curve;
};
using Problem = std::vector<std::vector<Training>>;  // by setting and seed

std::vector<Problem> read(const char* path, int first, int seeds) {
  std::ifstream file(path);
  std::map<int, Problem> problems;
  std::string line, word;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream words(line);
    const auto next = [&] {
      std::getline(words, word, ',');
      return word;
    };
    const int problem = std::stoi(next());
    const auto setting = std::size_t(std::stoi(next()));
    const int seed = std::stoi(next());
    if (seed < first || seed >= first + seeds) continue;
    Training t{std::stod(next()), {}, {}};
    if (next() != "" && word != "NULL") t.final = std::stod(word);
    std::istringstream curve(next());
    while (curve >> word) t.curve.push_back(std::strtod(word.c_str(), nullptr));
    Problem& p = problems[problem];
    if (p.size() <= setting) p.resize(setting + 1);
    p[setting].push_back(std::move(t));
  }
  std::vector<Problem> all;
  for (auto& [number, problem] : problems) all.push_back(std::move(problem));
  return all;
}

/// The mean final error over a setting's seeds; infinite if one of them is not done.
double mean_of(const std::vector<Training>& seeds) {
  double sum = 0;
  for (const Training& t : seeds) sum += t.final.value_or(HUGE_VAL);
  return sum / double(seeds.size());
}

/// Half of the width of the mean's 95 % interval.
double half_width(const std::vector<Training>& seeds) {
  const double n = double(seeds.size()), mean = mean_of(seeds);
  double squares = 0;
  for (const Training& t : seeds) squares += (*t.final - mean) * (*t.final - mean);
  return student_quantile(n - 1) * std::sqrt(squares / (n - 1) / n);
}

struct Found {
  int same = 0, within = 0;
  double steps = 0, all = 0;
  std::vector<double> above{};  // by problem, the found mean over the winner's
};

void search(const Problem& problem, const Search::Rules& rules, const Rungs& rungs, Found& found) {
  Indexed<SettingIndex, std::vector<Entrant>> entrants;
  for (const auto& setting : problem) {
    entrants.push_back({});
    for (const Training& t : setting)
      entrants.back().push_back({t.final ? Outcome::done : Outcome::diverged,
                                 t.final ? rungs.values(t.curve, rungs.count()) : rungs.values(t.curve)});
  }
  const RaceState race(rules, entrants);
  std::size_t winner = 0;
  std::optional<std::size_t> best;
  for (std::size_t s = 0; s < problem.size(); ++s) {
    if (mean_of(problem[s]) < mean_of(problem[winner])) winner = s;
    const bool ends = race.fate(SettingIndex(s)) == Fate{RungIndex(rules.rungs), RungVerdict::promoted};
    if (ends && (!best || mean_of(problem[s]) < mean_of(problem[*best]))) best = s;
    for (std::size_t m = 0; m < problem[s].size(); ++m) {
      const std::size_t due = race.due_rungs(SettingIndex(s), m);
      const double at = ends ? 1 : due == 0 ? 0 : double(rungs.at[due - 1]) / double(rungs.of);
      found.steps += std::min(at, problem[s][m].share);
      found.all += problem[s][m].share;
    }
  }
  if (!best) return found.above.push_back(HUGE_VAL);
  found.same += *best == winner;
  found.within += *best == winner || mean_of(problem[*best]) <= mean_of(problem[winner]) + half_width(problem[winner]);
  found.above.push_back(*best == winner ? 1 : mean_of(problem[*best]) / mean_of(problem[winner]));
}

double percent(double share) {
  return std::round(1000 * share) / 10;
}

void print(Found found) {
  auto& above = found.above;
  std::sort(above.begin(), above.end());
  double mean = 0;  // of logarithms
  for (const double a : above) mean += std::log(a) / double(above.size());
  std::cout << above.size() << " problems, the winner in " << found.same
            << ", the winner or one within its interval in " << found.within << ", "
            << std::round(1000 * std::exp(mean)) / 1000 << " times its error on average, 95 of 100 at most "
            << std::round(1000 * above[above.size() * 95 / 100]) / 1000 << ", " << percent(found.steps / found.all)
            << " % of the steps\n";
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 2;
  const auto problems = read(words[1], std::atoi(words[2]), std::atoi(words[3]));
  const auto length = std::int64_t(problems.at(0).at(0).at(0).curve.size());  // in checkpoints
  std::int64_t eta = 0, number = 0, keep = 0;
  while (std::cin >> eta >> number >> keep) {
    const bool scouts = eta == 0;
    const Rungs rungs = scouts ? make_looks("loss", "epochs", length, length)
                               : make_rungs("loss", "epochs", length, length, eta, number);
    const Search::Rules rules{std::size_t(eta), rungs.count(), std::size_t(keep), false, scouts};
    Found found;
    for (const Problem& problem : problems) search(problem, rules, rungs, found);
    std::cout << eta << ' ' << number << ' ' << keep << ": ";
    print(found);
  }
}
