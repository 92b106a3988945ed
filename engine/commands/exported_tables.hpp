// Exports of whole tables, for `icsweep export --to`.
#pragma once

#include <string>

namespace icsweep {

/// Writes the experiments that count, and their curves, of one task or of all ("").
/// csv: TASK.csv and TASK-curves.csv in the folder `place`; formulas are quoted.
/// parquet, tensorboard, mlflow: this process becomes the Python module icsweep.exports, which needs h5py, pandas and
/// the package of the format. Throws Error(config) for another format, a task that the store lacks, or a folder that
/// cannot be written.
int export_tables(const std::string& store, const std::string& task, const std::string& format,
                  const std::string& place);

}  // namespace icsweep
