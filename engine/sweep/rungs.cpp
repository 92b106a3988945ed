#include "engine/sweep/rungs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/base/error.hpp"

namespace icsweep {

namespace {

/// A rung after this number of checkpoints of the curve.
void add_rung(Rungs& made, std::int64_t after, std::int64_t checkpoints) {
  made.checkpoint.push_back(after - 1);
  made.at.push_back(std::int64_t(__int128(after) * made.of / checkpoints));
}

}  // namespace

std::size_t Rungs::passed(long step, long steps) const {
  const auto is_passed = [&](std::int64_t place) { return __int128(step) * of >= __int128(steps) * place; };
  return steps > 0 ? std::size_t(std::count_if(at.begin(), at.end(), is_passed)) : 0;
}

std::vector<double> Rungs::values(const std::vector<double>& curve, std::size_t passed) const {
  std::vector<double> values;
  for (std::size_t rung = 0; rung < std::min(passed, count()); ++rung) {
    const auto place = std::size_t(checkpoint[rung]);
    values.push_back(place < curve.size() ? curve[place] : std::nan(""));
  }
  return values;
}

std::vector<double> Rungs::values(const std::vector<double>& curve) const {
  std::vector<double> all = values(curve, count());
  while (!all.empty() && std::isnan(all.back())) all.pop_back();
  return all;
}

std::vector<double> Rungs::values(const std::vector<double>& curve, std::size_t passed, std::int64_t last_step) const {
  std::vector<double> all = values(curve, passed);
  const std::int64_t due = std::min(checkpoints, std::int64_t((__int128(last_step + 1) * checkpoints - 1) / of));
  const auto last = std::size_t(std::max<std::int64_t>(due, 1) - 1);
  for (std::size_t rung = 0; rung < all.size(); ++rung)
    if (at[rung] > last_step && std::isnan(all[rung]) && last < curve.size()) all[rung] = curve[last];
  return all;
}

std::string Rungs::text() const {
  return fmt::format("{} at {} of {} {}", metric, fmt::join(at, ","), of, resource);
}

std::int64_t rungs_that_fit(std::int64_t checkpoints, std::int64_t eta, std::int64_t most) {
  std::int64_t rungs = 2;
  for (std::int64_t left = checkpoints / eta / eta; rungs < most && left > 0; left /= eta) ++rungs;
  return rungs;
}

Rungs make_rungs(const std::string& metric, const std::string& resource, std::int64_t of, std::int64_t checkpoints,
                 std::int64_t eta, std::int64_t rungs) {
  Rungs made{metric, resource, of, {}, {}, checkpoints};
  for (std::int64_t part = eta; std::int64_t(made.count()) + 1 < rungs && part <= checkpoints; part *= eta)
    add_rung(made, checkpoints / part, checkpoints);
  std::ranges::reverse(made.at);
  std::ranges::reverse(made.checkpoint);
  const std::int64_t fit = std::int64_t(made.count()) + 1;
  if (fit < rungs)
    throw Error(ErrorKind::config, fmt::format("rungs = {}: {} fit into {} = {}, whose curves have {} checkpoints, "
                                               "with eta = {}; take fewer rungs, a smaller eta or more {}",
                                               rungs, fit, resource, of, checkpoints, eta, resource));
  return made;
}

Rungs make_looks(const std::string& metric, const std::string& resource, std::int64_t of, std::int64_t checkpoints) {
  if (checkpoints < 3)
    throw Error(ErrorKind::config,
                fmt::format("scouts need three checkpoints of {}, and its curves have {}: take more {}", metric,
                            checkpoints, resource));
  const std::int64_t look = std::max<std::int64_t>(2, (checkpoints + 13) / 27);
  Rungs made{metric, resource, of, {}, {}, checkpoints};
  for (const std::int64_t after : {std::max<std::int64_t>(1, look / 3), look, checkpoints})
    add_rung(made, after, checkpoints);
  return made;
}

}  // namespace icsweep
