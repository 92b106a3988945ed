// Texts of any length in a store.
#pragma once

#include <string>

#include "io/store/hdf5_handle.hpp"

namespace icsweep::hdf5 {

/// A text of any length as a dataset: an attribute holds 64 KiB at the most.
void write_long_text(Id group, const std::string& name, const std::string& text);
std::string read_long_text(Id group, const std::string& name);

}  // namespace icsweep::hdf5
