#include "engine/commands/host_to_plan_for.hpp"

#include <algorithm>

#include "engine/cluster/host_capacity.hpp"
#include "engine/sweep/needs.hpp"

namespace icsweep {

HostCapacity host_to_plan_for(const std::vector<Experiment>& experiments, int cores) {
  const auto has_gpus = [](const Experiment& e) { return e.settings->resources.gpus > 0; };
  HostCapacity host = capacity_of_this_host(std::ranges::any_of(experiments, has_gpus));
  if (cores > 0) host.cores = cores;
  std::vector<const Experiment*> all;
  for (const Experiment& e : experiments) all.push_back(&e);
  try {
    expect_room(all, {host});
  } catch (const Error& e) {
    throw Error(e.kind(),
                std::string(e.what()) + "; for other hosts, set ICSWEEP_CORES, ICSWEEP_MEMORY and ICSWEEP_GPUS");
  }
  return host;
}

}  // namespace icsweep
