// A store's status as Prometheus reads it from a file (node_exporter's textfile collector).
#pragma once

#include <string>

#include "engine/progress/store_status.hpp"

namespace icsweep {

/// Gauges in text format 0.0.4 of prometheus.io/docs/instrumenting/exposition_formats, each with HELP and TYPE. All
/// have the labels `store` and `sweep`. Without a running launch, its gauges are left out.
std::string prometheus_text(const StoreStatus& status, const std::string& store, const std::string& sweep);

}  // namespace icsweep
