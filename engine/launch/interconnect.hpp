// Measures what it takes to send blocks to another host.
#pragma once

#include <string>
#include <vector>

#include "engine/cluster/comm.hpp"
#include "engine/scheduling/member_allotment.hpp"

namespace icsweep {

/// Every rank calls it with the hosts by rank; rank 0 and the first rank of another host measure, some tens of
/// milliseconds. Returns on rank 0 what they found, naps of the waiting ranks included; bandwidth 0 on the others, and
/// if there is one host.
Interconnect measured_interconnect(const Comm& comm, const std::vector<std::string>& hosts);

}  // namespace icsweep
