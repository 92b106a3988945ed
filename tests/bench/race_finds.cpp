// race_finds TABLE.csv FIRST SEEDS: what races find of what full grids find, on a table of race_table.sh, by the
// seeds FIRST .. FIRST + SEEDS - 1. Reads lines "eta rungs keep first_seeds confidence draws" and prints one for each.
// first_seeds 0: no race over seeds; eta 0: scouts; draws 0: no brackets, else Hyperband with that many draws of them.
// A race finds the setting with the least mean final error among those that it trains to the end. The line counts the
// problems, those where the grid's winner is found, and those where the setting found has a mean at most Student's 95 %
// interval above the winner's; of draws the median, the least and the most. Then come the found mean over the
// winner's, as the geometric mean over problems and the 95th of 100, and the steps of the race in percent of the
// grid's. Decisions are those of engine/search, on the stored curves.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <sstream>

#include "engine/search/race.hpp"
#include "engine/sweep/rungs.hpp"
#include "io/quantile.hpp"

using namespace icsweep;

namespace {

struct Training {
  double share = 1;  // of the steps that it made
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

/// The half-width of the mean's 95 % interval.
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

/// Which of these settings end, and the steps that they take.
void race(const Problem& problem, const std::vector<std::size_t>& settings, const RaceRules& rules, const Rungs& rungs,
          std::vector<std::size_t>& ended, Found& found) {
  std::vector<std::vector<Entrant>> entrants;
  for (const std::size_t s : settings) {
    entrants.emplace_back();
    for (const Training& t : problem[s])
      entrants.back().push_back({t.final ? Outcome::done : Outcome::diverged,
                                 t.final ? rungs.values(t.curve, rungs.count()) : rungs.values(t.curve)});
  }
  const Race race(rules, entrants);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const auto& trainings = problem[settings[i]];
    const bool ends = race.fate(i) == Fate{rules.rungs, RungVerdict::promoted};
    if (ends) ended.push_back(settings[i]);
    for (std::size_t m = 0; m < trainings.size(); ++m) {
      const std::size_t due = race.due_rungs(i, m);
      const double at = ends ? 1 : due == 0 ? 0 : double(rungs.at[due - 1]) / double(rungs.of);
      found.steps += std::min(at, trainings[m].share);
      found.all += trainings[m].share;
    }
  }
}

/// Settings by bracket, in Hyperband's proportions; unless `drawn` one bracket of all.
std::vector<std::vector<std::size_t>> brackets(const RaceRules& rules, std::size_t settings, std::seed_seq&& seed,
                                               bool drawn) {
  std::vector<double> shares;
  for (std::size_t first = 0; drawn && first <= rules.rungs; ++first)
    shares.push_back(std::pow(double(rules.eta), -double(first)) / double(rules.rungs + 1 - first));
  if (!drawn) shares.push_back(1);
  std::mt19937_64 random(seed);
  std::discrete_distribution<std::size_t> draw(shares.begin(), shares.end());
  std::vector<std::vector<std::size_t>> all(shares.size());
  for (std::size_t s = 0; s < settings; ++s) all[draw(random)].push_back(s);
  return all;
}

void search(const Problem& problem, RaceRules rules, const Rungs& rungs, int draw, int number, Found& found) {
  std::size_t winner = 0;
  for (std::size_t s = 0; s < problem.size(); ++s)
    if (mean_of(problem[s]) < mean_of(problem[winner])) winner = s;
  std::vector<std::size_t> ended;
  const auto all = brackets(rules, problem.size(), {draw, number}, draw >= 0);
  for (std::size_t first = 0; first < all.size(); ++first) {
    if (draw >= 0) rules.first = first;
    if (!all[first].empty()) race(problem, all[first], rules, rungs, ended, found);
  }
  if (ended.empty()) return found.above.push_back(HUGE_VAL);
  const std::size_t best = *std::min_element(ended.begin(), ended.end(), [&](std::size_t a, std::size_t b) {
    return mean_of(problem[a]) < mean_of(problem[b]);
  });
  found.same += best == winner;
  found.within += best == winner || mean_of(problem[best]) <= mean_of(problem[winner]) + half_width(problem[winner]);
  found.above.push_back(best == winner ? 1 : mean_of(problem[best]) / mean_of(problem[winner]));
}

/// "median (least to most)"; of one value, that alone.
template <class Values>
std::string spread(Values values) {
  std::sort(values.begin(), values.end());
  std::ostringstream text;
  text << values[values.size() / 2];
  if (values.size() > 1) text << " (" << values.front() << " to " << values.back() << ")";
  return text.str();
}

double percent(double share) {
  return std::round(1000 * share) / 10;
}

void print(const std::vector<Found>& draws, std::size_t problems) {
  std::vector<int> same, within;
  std::vector<double> steps, above;
  for (const Found& f : draws) {
    same.push_back(f.same), within.push_back(f.within), steps.push_back(percent(f.steps / f.all));
    above.insert(above.end(), f.above.begin(), f.above.end());
  }
  std::sort(above.begin(), above.end());
  double mean = 0;  // of logarithms
  for (const double a : above) mean += std::log(a) / double(above.size());
  std::cout << problems << " problems, the winner in " << spread(same) << ", that or one within its interval in "
            << spread(within) << ", " << std::round(1000 * std::exp(mean)) / 1000
            << " times its error on average, 95 of 100 at most "
            << std::round(1000 * above[above.size() * 95 / 100]) / 1000 << ", " << spread(steps) << " % of the steps\n";
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 2;
  const auto problems = read(words[1], std::atoi(words[2]), std::atoi(words[3]));
  const auto length = std::int64_t(problems.at(0).at(0).at(0).curve.size());  // in checkpoints
  std::int64_t eta = 0, number = 0, keep = 0, first_seeds = 0;
  double confidence = 0;
  int draws = 0;
  while (std::cin >> eta >> number >> keep >> first_seeds >> confidence >> draws) {
    const bool scouts = eta == 0;
    const Rungs rungs = scouts ? make_looks("loss", "epochs", length, length)
                               : make_rungs("loss", "epochs", length, length, eta, number);
    const RaceRules rules{
        std::size_t(eta), rungs.count(), std::size_t(scouts), false, std::size_t(keep), std::size_t(first_seeds),
        confidence,       scouts};
    std::vector<Found> found(std::size_t(std::max(1, draws)));
    for (std::size_t d = 0; d < found.size(); ++d)
      for (std::size_t p = 0; p < problems.size(); ++p)
        search(problems[p], rules, rungs, draws > 0 ? int(d) : -1, int(p), found[d]);
    std::cout << eta << ' ' << number << ' ' << keep << ' ' << first_seeds << ' ' << confidence << ' ' << draws << ": ";
    print(found, problems.size());
  }
}
