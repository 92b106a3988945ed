#include "engine/run/patience.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "engine/cluster/exit_status.hpp"
#include "engine/cluster/first_rank.hpp"
#include "engine/worker/coordinator_watch.hpp"
#include "io/base/say.hpp"
#include "io/store/lease.hpp"

namespace icsweep {

void expect_the_others(Watchdog& watchdog, const LaunchOptions& o, const char* to_do) {
  if (!(o.runner.hang_after > 0)) return;
  const int later = 3 * std::min(rank_before_mpi(), 2);  // in seconds
  watchdog.expect_tick_within(o.runner.hang_after + later, exit_crashed, [&] {
    return fmt::format("{}: a rank did not {} within {:g} s; the launch ends, the same command resumes", o.store, to_do,
                       o.runner.hang_after);
  });
}

void expect_rank_0(const Communicator& communicator, const LaunchOptions& o) {
  if (communicator.rank() == Rank(0) || !(o.runner.hang_after > 0)) return;
  const double limit = o.runner.hang_after + std::chrono::duration<double>(lease_patience).count();
  const auto watch = std::make_shared<CoordinatorWatch>(LeaseWatch(o.store, ""), limit);
  communicator.meanwhile([watch, limit, &communicator, store = o.store] {
    if (!watch->is_silent()) return;
    say(stderr, "{}: rank 0 has been silent for {:g} s; the launch ends, run the same command to resume it\n", store,
        limit);
    communicator.abort(exit_crashed);
  });
}

}  // namespace icsweep
