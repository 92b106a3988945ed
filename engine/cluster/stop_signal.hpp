// What asks this process to stop: signals, and the end of its time.
#pragma once

namespace icsweep {

/// Makes SIGTERM, SIGINT and SIGUSR1 ask this process to stop at the next tick; idempotent.
void stop_on_signals();
/// Asks it so many seconds from now; may be infinite.
void stop_after(double seconds);
/// Until then; infinite without such an end, negative after it.
double seconds_until_stop();
bool stop_requested();

}  // namespace icsweep
