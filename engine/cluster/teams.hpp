// How many threads an experiment gets where ranks outnumber experiments.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace icsweep {

/// Threads of each rank's experiments. With fewer experiments than ranks, ranks form as many teams: neighbours, those
/// of a host together. The first of a team works on a thread for each of its ranks that are on the same host; the
/// others have nothing to do, 0. Otherwise each rank has one. hosts: names by rank.
std::vector<int> threads_of_ranks(const std::vector<std::string>& hosts, std::size_t experiments);

/// The number that a command line names, 0 to 1024; throws Error(config) for another, and for several where this build
/// has no threads.
int checked_threads(int threads, const std::string& command);

/// Lets this process use every processor that it may have, if it is bound to fewer than `threads`: mpirun binds a rank
/// to a core.
void unbind_for(int threads);

}  // namespace icsweep
