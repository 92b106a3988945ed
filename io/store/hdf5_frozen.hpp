// Checks a file's layout before reading anything in it. A store's layout is frozen: this program did not write a file
// that differs.
#pragma once

#include <string>
#include <vector>

#include "io/store/hdf5_handle.hpp"
#include "io/store/table.hpp"

namespace icsweep::hdf5 {

using Size = unsigned long long;  ///< HDF5's hsize_t

/// Opens a member of the group. Throws Error(store) if it is a link, for example to another file.
Handle open_member(Id group, const std::string& name);

/// Throws Error(store) unless the dataset has this type and these extents, and its bytes form one piece within the
/// file. Reading it then allocates no more than the file's size.
void expect_frozen(Id dataset, Id type, const std::vector<Size>& extents, const std::string& what);

/// Throws Error(store) unless a store can have the table's schema: no negative count, no dimension larger than the
/// file, names of letters, digits and _, and the columns of `least`.
void expect_sound(const Table& table, Id file, const Table& least);

/// Writes a text of any length as a dataset; an attribute holds at most 64 KiB.
void write_long_text(Id group, const std::string& name, const std::string& text);
std::string read_long_text(Id group, const std::string& name);

}  // namespace icsweep::hdf5
