#include "engine/run/bfloat16_hosts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/phrases.hpp"
#include "io/store/launches.hpp"

namespace icsweep {

std::size_t taking(const std::vector<Experiment>& experiments, Precision precision) {
  return std::size_t(std::ranges::count_if(
      experiments, [&](const Experiment& e) { return e.asked && e.task->precision(e.config) == precision; }));
}

void expect_instructions(const std::vector<Experiment>& experiments, const LackingHosts& lacking,
                         const std::string& place) {
  for (const RoundedPrecision& p : rounded_precisions) {
    const auto found = lacking.find(p.precision);
    std::vector<std::string> hosts = found == lacking.end() ? std::vector<std::string>() : found->second;
    std::erase(hosts, "");
    const std::size_t count = hosts.empty() ? 0 : taking(experiments, p.precision);
    if (count == 0) continue;
    throw Error(ErrorKind::config,
                fmt::format("{}: {} with precision = \"{}\", but no {} on {}: use other hosts, or add --emulate, with "
                            "the same bits, slower by a factor of thirty",
                            place, counted(count, "experiment"), p.name, p.instruction, hosts_text(hosts, 200)));
  }
}

}  // namespace icsweep
