// Signals that ask this process to stop.
#pragma once

namespace icsweep {

/// Makes SIGTERM, SIGINT and SIGUSR1 ask this process to stop at the next tick; idempotent.
void stop_on_signals();
bool stop_requested();

}  // namespace icsweep
