// What a launch leaves behind, counted from the file and not from what the launch remembers.
#pragma once

#include <array>
#include <string>

#include "io/store/hdf5_store.hpp"

namespace icsweep {

struct Audit {
  std::array<std::size_t, outcome_count> planned{};  ///< planned rows by outcome
  std::size_t duplicates = 0;                        ///< rows whose experiment has a row already, planned or not
  std::string first_duplicate{};                     ///< its identity
};

Audit audit_store(const StoreReader& store);

/// One line about the store at `path` if the audit finds an experiment twice or other numbers than the launch counted;
/// empty if all is well.
std::string complaint(const std::string& path, const Audit& audit,
                      const std::array<std::size_t, outcome_count>& counted);

}  // namespace icsweep
