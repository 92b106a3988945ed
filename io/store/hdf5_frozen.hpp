// Checks a file's layout before anything in it is read. A store's layout is frozen, so a file that differs was not
// written by this program.
#pragma once

#include <string>
#include <vector>

#include "io/store/hdf5_handle.hpp"
#include "io/store/table.hpp"

namespace icsweep::hdf5 {

using Size = unsigned long long;  ///< HDF5's hsize_t

/// Opens a member of the group. Throws Error(store) if it is a link, for example to another file.
Handle open_member(Id group, const std::string& name);

/// Throws Error(store) unless the dataset has this type and these extents, and its bytes lie in one piece within the
/// file, so that reading it allocates no more than the file's size.
void expect_frozen(Id dataset, Id type, const std::vector<Size>& extents, const std::string& what);

/// Throws Error(store) unless the table's schema is possible in a store: counts of 0 or more, no dimension larger than
/// the file, names of letters, digits and _, and the columns of `least`.
void expect_sound(const Table& table, Id file, const Table& least);

/// A text of any length as a dataset: an attribute holds 64 KiB at the most.
void write_long_text(Id group, const std::string& name, const std::string& text);
std::string read_long_text(Id group, const std::string& name);

}  // namespace icsweep::hdf5
