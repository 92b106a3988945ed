// The Python text that runs samplers beside a rank; host.py describes its messages.
#pragma once

namespace icsweep {

extern const char* const sampler_host;

}  // namespace icsweep
