// What a file must look like before anything in it is read: the store's layout is frozen, so whatever differs from it
// was written by nobody of ours.
#pragma once

#include <string>
#include <vector>

#include "io/store/hdf5_handle.hpp"
#include "io/store/table.hpp"

namespace icsweep::hdf5 {

using Size = unsigned long long;  ///< HDF5's hsize_t

/// Opens a member of the group. Throws Error(store) if it is a link to somewhere else, such as another file.
Handle open_member(Id group, const std::string& name);

/// Throws Error(store) unless the dataset has this type and these extents, and its bytes lie in one piece within the
/// file: what is allocated to read it is then bounded by the file's size.
void expect_frozen(Id dataset, Id type, const std::vector<Size>& extents, const std::string& what);

/// Throws Error(store) unless the table, as its schema says it, can be a store's: counts of 0 or more, no dimension
/// larger than the file, names of letters, digits and _, and the columns of `least`.
void expect_sound(const Table& table, Id file, const Table& least);

}  // namespace icsweep::hdf5
