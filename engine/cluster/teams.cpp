#include "engine/cluster/teams.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "io/base/error.hpp"

namespace icsweep {
int checked_threads(int threads, const std::string& command) {
  if (threads < 0 || threads > 1024)
    throw Error(ErrorKind::config, fmt::format("{}: --threads {}: use 0 to 1024", command, threads));
  return threads;
}

void unbind_for(int threads) {
  cpu_set_t bound, all;
  if (threads < 2 || ::sched_getaffinity(0, sizeof bound, &bound) != 0 || CPU_COUNT(&bound) >= threads) return;
  CPU_ZERO(&all);
  const long processors = std::min<long>(::sysconf(_SC_NPROCESSORS_CONF), CPU_SETSIZE);
  for (long i = 0; i < processors; ++i) CPU_SET(std::size_t(i), &all);
  ::sched_setaffinity(0, sizeof all, &all);  // the kernel removes processors that the job may not use
}

void bind_to(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) CPU_SET(std::size_t(processor), &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

}  // namespace icsweep
