// Finds the experiment of a store that a user means.
#pragma once

#include <string>

#include "io/store/store.hpp"

namespace icsweep {

struct FoundExperiment {
  const StoredTable* table;
  std::int64_t row;
};

/// Reads `id` as a row number (digits alone) or as the start of an identity (with a letter in it, or all 32 digits). An
/// empty `task` means any. Throws Error(config) for an id that fits no experiment, with the nearest one, or that fits
/// several, and for a task that the store does not have.
FoundExperiment find_experiment(const Store& store, const std::string& id, const std::string& task);

}  // namespace icsweep
