// Measures the time to send blocks to another host.
#pragma once

#include <string>
#include <vector>

#include "engine/cluster/comm.hpp"
#include "engine/launch/member_allotment.hpp"

namespace icsweep {

/// Every rank calls it with the hosts by rank. Rank 0 and the first rank of another host measure for some tens of
/// milliseconds. Returns the result on rank 0; it includes the sleeps of waiting ranks. The bandwidth is 0 on other
/// ranks, and if there is only one host.
Interconnect measured_interconnect(const Comm& comm, const std::vector<std::string>& hosts);

}  // namespace icsweep
