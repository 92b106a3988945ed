#include "engine/launch/bfloat16_hosts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/counted.hpp"
#include "io/store/launches.hpp"

namespace icsweep {

std::size_t taking_bfloat16(const std::vector<Experiment>& experiments) {
  return std::size_t(std::count_if(experiments.begin(), experiments.end(),
                                   [](const Experiment& e) { return e.asked && e.task->takes_bfloat16(e.config); }));
}

void expect_bfloat16(const std::vector<Experiment>& experiments, const std::vector<std::string>& lacking,
                     const std::string& place) {
  std::vector<std::string> hosts = lacking;
  std::erase(hosts, "");
  const std::size_t count = taking_bfloat16(experiments);
  if (hosts.empty() || count == 0) return;
  throw Error(ErrorKind::config,
              fmt::format("{}: {} with precision = \"bfloat16\", but no AVX512_BF16 on {}: use other hosts, or add "
                          "--emulate, with the same bits and thirty times as slow",
                          place, counted(count, "experiment"), hosts_text(hosts, 200)));
}

}  // namespace icsweep
