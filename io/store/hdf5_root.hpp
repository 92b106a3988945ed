// What the root of a store's file holds, and its file; for those who make and open stores.
#pragma once

#include <string>
#include <vector>

#include "io/store/hdf5_handle.hpp"
#include "io/store/store_header.hpp"

namespace icsweep::hdf5 {

/// Throws Error(store): "PATH: WHAT".
[[noreturn]] void fail_store(const std::string& path, const std::string& what);

/// Throws Error(store) if there is no regular file that may be used so (R_OK, W_OK).
void check_store_file(const std::string& path, int access);

/// `mode`: H5F_ACC_...; `access`: a property list. Throws Error(store) if it is no HDF5 file or a damaged one.
Handle open_store_file(const std::string& path, unsigned mode, Id access);

/// The layout's version, −1 if there is none.
int read_version(Id file);
/// Throws if something is missing or not what it should be.
StoreHeader read_header(Id file);
/// With this program's version.
void write_header(Id file, const StoreHeader& header);

/// Of all that the root holds but launches and the texts of sweeps.
std::vector<std::string> table_names(Id file);

}  // namespace icsweep::hdf5
