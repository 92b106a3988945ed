// One store of several: `icsweep merge`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/store/lease.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

struct Merged {
  std::size_t rows = 0;
  std::size_t twice = 0;      ///< experiments that more than one store has
  std::size_t different = 0;  ///< of these, done with unequal digests; the results of the first store are taken
};

/// Writes a new store with the rows of several, under the lease of the new store. It has each experiment once. Results
/// come from the first store in which the experiment is done, else from the first in which it has ended. An experiment
/// is planned if any store plans it. Sweep and start are those of the first store; launches are those of all, and
/// `command` is the last. Throws Error(store) and writes nothing if `path` exists, if a launch writes one of the
/// stores, if a row is damaged, or if the columns of a task differ.
Merged merge_stores(const TaskRegistry& tasks, const std::vector<std::string>& stores, const std::string& path,
                    const std::string& command, const LeaseWait& wait = {});

}  // namespace icsweep
