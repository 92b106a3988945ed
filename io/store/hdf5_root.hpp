// Opens a store's file, and reads and writes its root, for the sources that make and open stores.
#pragma once

#include <string>
#include <vector>

#include "io/store/hdf5_handle.hpp"
#include "io/store/store.hpp"

namespace icsweep::hdf5 {

/// Throws Error(store): "PATH: WHAT".
[[noreturn]] void fail_store(const std::string& path, const std::string& what);

/// Throws Error(store) unless the path is a regular file with this access (R_OK, W_OK).
void check_store_file(const std::string& path, int access);

/// `mode`: H5F_ACC_...; `access`: a property list. Throws Error(store) if it is not an HDF5 file, or a damaged one.
Handle open_store_file(const std::string& path, unsigned mode, Id access);

/// The version of the layout; −1 if the file has no version.
int read_version(Id file);
/// Throws Error if something is missing or has another form.
StoreHeader read_header(Id file);
/// Writes the header, with its store version.
void write_header(Id file, const StoreHeader& header);

/// Names of the tables: all that the root contains except launches and the texts of sweeps.
std::vector<std::string> table_names(Id file);

}  // namespace icsweep::hdf5
