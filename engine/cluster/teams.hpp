// How many threads an experiment gets if ranks outnumber experiments.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace icsweep {

/// Threads of each rank's experiments. With fewer experiments than ranks, neighbouring ranks form one team an
/// experiment, hosts kept together where possible. The first rank of a team runs the experiment with a thread for each
/// of the team's ranks on its host; the other ranks get 0 threads and no experiment. Otherwise each rank gets one
/// thread. hosts: host name by rank.
std::vector<int> threads_of_ranks(const std::vector<std::string>& hosts, std::size_t experiments);

/// Returns `threads` if it is 0 to 1024; throws Error(config) otherwise, and for several threads where this build has
/// none.
int checked_threads(int threads, const std::string& command);

/// Lets this process use every processor it may have, if it is bound to fewer than `threads`: mpirun binds each rank to
/// a core.
void unbind_for(int threads);

}  // namespace icsweep
