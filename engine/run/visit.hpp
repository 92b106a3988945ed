// A launch that helps another: how it finds it, joins it and leaves it.
#pragma once

#include <memory>
#include <optional>

#include "engine/fleet/greeting.hpp"
#include "engine/fleet/relay.hpp"
#include "engine/run/launch_options.hpp"
#include "engine/worker/messages.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

/// Facts about this launch for others.
Likeness likeness_of(const ResolvedSweep& sweep);

/// "host h1, process 12", and ", job CLUSTER/34" within a batch job.
std::string job_text(const Holder& holder);

/// The connection of rank 0 with the launch that it helps, and the terms for all ranks.
struct Visit {
  std::unique_ptr<Link> link;
  LaunchTerms terms;
  bool has_more = false;
};

/// Asks the leader to be let in. Returns nothing if the leader has left meanwhile, is not ready or only rewrites the
/// store: look at the lease again. Throws Error(config) if the leader refuses this launch, and Error(stopped) if it
/// cannot be reached within 10 s or lets nobody in. keeps_trying: this launch has helped before, so that the network
/// may return: waits for it, as long as the leader lives.
std::optional<Visit> visit(const Heartbeat& leader, const Hello& hello, const LaunchOptions& o, const StopFlag& stop,
                           bool keeps_trying);

}  // namespace icsweep
