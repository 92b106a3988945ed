// tpe_functions [REPEATS [FIRST_SEED [FUNCTION...]]]: the regret on test functions of 64 random draws, and of 10 random
// draws with 54 proposals in rounds of 1 and of 6: the least value found less the function's. Of zdt1, with two
// objectives and 128 evaluations, it is the hypervolume that the found front lacks. Prints "FUNCTION,SAMPLER,ROUND,
// MEDIAN over the repeats"; tpe_functions.sh compares with Optuna (peers/tpe_functions.py has the same functions).
// tpe_functions points FUNCTION...: the functions at twelve points, "FUNCTION,POINT,VALUE".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <numbers>
#include <set>

#include "engine/search/tpe.hpp"
#include "engine/sweep/draws.hpp"
#include "io/base/statistics.hpp"
#include "tpe_conditional.hpp"

using namespace icsweep;
using Law = Draw::Law;

namespace {

constexpr std::size_t sample = 10;
constexpr double pi = std::numbers::pi;

double real(const Value& value) {
  return type_of(value) == ValueType::integer ? double(std::get<std::int64_t>(value)) : std::get<double>(value);
}

struct Function {
  std::string name;
  std::vector<Axis> axes;
  std::function<Losses(const std::vector<Value>&)> losses;  // unset: that of least_conditional()
  std::size_t evaluations = 64;
  double least = 0;
};

std::vector<Axis> reals(std::size_t count, double low, double high) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < count; ++i)
    axes.push_back({"x" + std::to_string(i), {}, Draw{Law::uniform, {low, high}}, {}});
  return axes;
}

double branin(const std::vector<Value>& v) {
  const double x = real(v[0]), y = real(v[1]), a = y - 5.1 / (4 * pi * pi) * x * x + 5 / pi * x - 6;
  return a * a + 10 * (1 - 1 / (8 * pi)) * std::cos(x) + 10;
}

double hartmann6(const std::vector<Value>& v) {
  constexpr double height[] = {1, 1.2, 3, 3.2};
  constexpr double width[][6] = {
      {10, 3, 17, 3.5, 1.7, 8}, {0.05, 10, 17, 0.1, 8, 14}, {3, 3.5, 1.7, 10, 17, 8}, {17, 8, 0.05, 10, 0.1, 14}};
  constexpr double center[][6] = {{1312, 1696, 5569, 124, 8283, 5886},
                                  {2329, 4135, 8307, 3736, 1004, 9991},
                                  {2348, 1451, 3522, 2883, 3047, 6650},
                                  {4047, 8828, 8732, 5743, 1091, 381}};
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    double part = 0;
    for (int j = 0; j < 6; ++j) part += width[i][j] * std::pow(real(v[std::size_t(j)]) - center[i][j] * 1e-4, 2);
    sum -= height[i] * std::exp(-part);
  }
  return sum;
}

/// The logarithm of 1 + Rosenbrock's function.
double rosenbrock(const std::vector<Value>& v) {
  double sum = 1;
  for (std::size_t i = 0; i + 1 < v.size(); ++i) {
    const double x = real(v[i]);
    sum += 100 * std::pow(real(v[i + 1]) - x * x, 2) + std::pow(1 - x, 2);
  }
  return std::log10(sum);
}

double ackley(const std::vector<Value>& v) {
  double squares = 0, waves = 0;
  for (const auto& value : v) squares += real(value) * real(value), waves += std::cos(2 * pi * real(value));
  const double n = double(v.size());
  return -20 * std::exp(-0.2 * std::sqrt(squares / n)) - std::exp(waves / n) + 20 + std::numbers::e;
}

/// A rate, a decay whose best value depends on it, a width and a kind, which has a best rate and a least loss.
double mixed(const std::vector<Value>& v) {
  constexpr double best[] = {-3, -4, -1, -2}, least[] = {0, 0.3, 0.2, 0.5};
  const auto kind = std::size_t(std::get<std::string>(v[3])[0] - 'a');
  const double a = std::log10(real(v[0])) - best[kind], b = std::log10(real(v[1])) + 4 + a / 2,
               c = (real(v[2]) - 40) / 16;
  return least[kind] + 0.3 * a * a + 0.1 * b * b + 0.1 * c * c;
}

/// Zitzler, Deb and Thiele 2000.
Losses zdt1(const std::vector<Value>& v) {
  double sum = 0;
  for (std::size_t i = 1; i < v.size(); ++i) sum += real(v[i]);
  const double first = real(v[0]), g = 1 + 9 * sum / double(v.size() - 1);
  return {first, g * (1 - std::sqrt(first / g))};
}

/// The area that zdt1's front dominates and the draws do not. The reference point (1, 10) has the worst possible
/// values.
double lacking_area(const std::vector<JudgedDraw>& draws) {
  std::vector<Losses> losses;
  for (const auto& draw : draws) losses.push_back(draw.losses);
  double area = 0, above = 10;
  for (const std::size_t i : front_of(losses))
    area += (1 - losses[i][0]) * (above - losses[i][1]), above = losses[i][1];
  return 10 - 1.0 / 3 - area;
}

/// A function of one loss.
template <double f(const std::vector<Value>&)>
Losses one(const std::vector<Value>& values) {
  return {f(values)};
}

std::vector<Function> functions() {
  auto plane = reals(2, -5, 10);
  plane[1].draw->values = {0.0, 15.0};
  const Axis rate{"rate", {}, Draw{Law::log_uniform, {1e-5, 1.0}}, {}},
      decay{"decay", {}, Draw{Law::log_uniform, {1e-6, 1e-1}}, {}};
  const auto integer = [](const char* name, std::int64_t low, std::int64_t high) {
    return Axis{name, {}, Draw{Law::integer, {low, high}}, {}};
  };
  const auto choice = [](std::vector<Value> values) {
    return Axis{"kind", {}, Draw{Law::choice, std::move(values)}, {}};
  };
  const std::string a = "a", b = "b", c = "c", d = "d";
  return {{"branin", plane, one<branin>, 64, 0.397887357729738},
          {"hartmann6", reals(6, 0, 1), one<hartmann6>, 64, -3.32236801141551},
          {"mixed", {rate, decay, integer("width", 1, 64), choice({a, b, c, d})}, one<mixed>},
          {"rosenbrock4", reals(4, -2, 2), one<rosenbrock>},
          {"ackley5", reals(5, -32.768, 32.768), one<ackley>},
          {"ackley10", reals(10, -32.768, 32.768), one<ackley>},
          {"conditional", {}, {}},
          {"zdt1", reals(30, 0, 1), zdt1, 128}};
}

/// round: 0 for random draws alone.
double least(const Function& f, std::int64_t seed, std::size_t round) {
  if (!f.losses) return least_conditional(seed, sample, f.evaluations, round);
  std::vector<JudgedDraw> draws;
  const auto judge = [&](std::vector<Value> values) {
    Losses losses = f.losses(values);
    draws.push_back({std::move(values), std::move(losses)});
  };
  auto axes = f.axes;
  for (auto& axis : axes) {
    Parameter parameter;
    parameter.name = axis.name, parameter.default_value = axis.draw->values[0];
    draw_values(axis, parameter, {std::int64_t(round ? sample : f.evaluations), seed, {}});
  }
  for (std::size_t i = 0; i < axes[0].values.size(); ++i) {
    std::vector<Value> values;
    for (const auto& axis : axes) values.push_back(axis.values[i]);
    judge(std::move(values));
  }
  while (draws.size() < f.evaluations) {
    Tpe tpe(f.axes, seed, draws);
    for (std::size_t i = 0; i < round && draws.size() < f.evaluations; ++i)
      judge(tpe.propose(std::int64_t(draws.size()), [](const auto&) { return true; }));
  }
  if (draws[0].losses.size() > 1) return lacking_area(draws);
  return std::ranges::min(draws, {}, &JudgedDraw::losses).losses[0];
}

/// The share of its range that axis a has at point i.
double share(int i, std::size_t a) {
  return std::fmod(0.618033988749895 * (i + 1) * double(a + 1), 1);
}

double value_at(const Function& f, int i) {
  if (!f.losses)
    return conditional_loss(1e-5 * std::pow(1e5, share(i, 0)), share(i, 1) < 0.5, share(i, 2),
                            std::floor(21 * share(i, 3)), 1e-6 * std::pow(1e5, share(i, 4)));
  std::vector<Value> values;
  for (std::size_t a = 0; a < f.axes.size(); ++a) values.push_back(drawn_at(*f.axes[a].draw, share(i, a)));
  const Losses losses = f.losses(values);
  return losses.size() > 1 ? losses[0] + 10 * losses[1] : losses[0];
}

}  // namespace

int main(int count, char** words) {
  const int repeats = count > 1 ? std::atoi(words[1]) : 20, first = count > 2 ? std::atoi(words[2]) : 0;
  const bool points = count > 1 && std::string(words[1]) == "points";
  const std::set<std::string> chosen(words + std::min(count, points ? 2 : 3), words + count);
  for (const auto& f : functions()) {
    if (!chosen.empty() && !chosen.contains(f.name)) continue;
    for (int i = 0; points && i < 12; ++i) std::cout << fmt::format("{},{},{:.12g}\n", f.name, i, value_at(f, i));
    for (const std::size_t round : {0, 1, 6}) {
      if (points) break;
      std::vector<double> found;
      for (int seed = first; seed < first + repeats; ++seed) found.push_back(least(f, seed, round));
      std::cout << f.name << (round ? ",icsweep," : ",random,") << round << "," << median(found) - f.least << std::endl;
    }
  }
}
