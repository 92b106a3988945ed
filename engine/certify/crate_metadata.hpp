// ro-crate-metadata.json: RO-Crate 1.1 (w3id.org/ro/crate/1.1) with the profiles Workflow RO-Crate 1.0, Process Run
// Crate 0.5 and Workflow Run Crate 0.5 (w3id.org/ro/wfrun).
#pragma once

#include <string>

#include "engine/certify/crate.hpp"

namespace icsweep {

/// The sweep file is the workflow of the crate, and each launch an action that ran it. Counts, level and root are
/// values of the crate.
std::string crate_metadata(const Certificate& certificate, const StoreHeader& header,
                           const std::map<std::string, CrateFile>& files, const CrateAuthor& author);

}  // namespace icsweep
