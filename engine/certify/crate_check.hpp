// Checks that a crate is as its certificate says, and runs its experiments again.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/certify/certificate.hpp"
#include "engine/verify/sample.hpp"

namespace icsweep {

struct CheckedCrate {
  Certificate certificate;
  std::string fingerprint;  ///< SHA-256 of certificate.json
  std::vector<CertifiedRow> rows;
  std::vector<std::string> wrong{};  ///< phrases, one per mismatch
  std::vector<std::string> notes{};  ///< checks that were impossible, and why
};

/// Compares every file with its hash, the rows with the Merkle root and the counts, and the rows with the experiments
/// of the sweep. Throws Error(config) for a file that is no crate.
CheckedCrate check_crate(const TaskRegistry& tasks, const std::string& path);

/// Rows of a crate to run again, by their place in it. The other counts are those of SampledRows.
struct SampledLines {
  std::vector<std::size_t> chosen;
  std::size_t eligible = 0, other_level = 0, other_version = 0, unknown_task = 0, with_files = 0;
  std::set<std::string> files{};
};
SampledLines choose_sample(const TaskRegistry& tasks, const std::vector<CertifiedRow>& rows, std::size_t count,
                           std::int64_t seed, NamedFiles named = NamedFiles::closed);

/// Runs an experiment again and compares the hash of its results.
Repeated repeat(const TaskRegistry& tasks, const CertifiedRow& row, const StopFlag& stop, const OnTick& on_tick);

/// Limits of the check, one sentence each: what neither the certificate nor the repeated experiments can show. run:
/// number of repeated experiments.
std::vector<std::string> not_covered(const CheckedCrate& crate, const SampledLines& sample, std::size_t run);

}  // namespace icsweep
