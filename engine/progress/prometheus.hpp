// A store's status as Prometheus reads it from a file (node_exporter's textfile collector).
#pragma once

#include <string>

#include "engine/progress/store_status.hpp"

namespace icsweep {

/// Gauges in the text format 0.0.4 of prometheus.io/docs/instrumenting/exposition_formats, each with HELP and TYPE; all
/// have the labels `store` and `sweep`. Those of the launch are left out while none runs.
std::string prometheus_text(const StoreStatus& status, const std::string& store, const std::string& sweep);

}  // namespace icsweep
