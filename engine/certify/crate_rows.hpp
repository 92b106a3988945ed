// Checks that the rows of a crate agree with each other, their certificate and their tasks. Runs nothing.
#pragma once

#include <string>
#include <vector>

#include "engine/certify/certificate.hpp"
#include "engine/ledger/stored_sweep.hpp"

namespace icsweep {

struct CrateRows {
  std::vector<CertifiedRow> rows;
  std::vector<std::string> wrong;  ///< phrases, one per mismatch
};

/// Reads the text of rows.jsonl. Compares its root, outcomes and levels with the certificate. Compares the identity of
/// each row with its parameters if the program has the task. Checks the order, in which no experiment is twice. Throws
/// Error(config) for a line that is no experiment.
CrateRows check_rows(const TaskRegistry& tasks, const Certificate& certificate, const std::string& path,
                     const std::string& text);

/// Compares the rows with the experiments of the sweep. A row before version 0.2 may be that of the experiment with
/// rounded reals.
std::vector<std::string> unlike_sweep(const TaskRegistry& tasks, const std::vector<CertifiedRow>& rows,
                                      const PlannedPoints& points);

}  // namespace icsweep
