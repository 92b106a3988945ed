#include "io/store/hdf5_long_text.hpp"

#include <hdf5.h>

#include "io/store/hdf5_frozen.hpp"

namespace icsweep::hdf5 {

void write_long_text(hid_t group, const std::string& name, const std::string& text) {
  const Handle type = text_type(int(text.size()));
  const Handle dataset =
      own(H5Dcreate2(group, name.c_str(), type, scalar_space(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "sweep text");
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.empty() ? "" : text.data()), "sweep text");
}

std::string read_long_text(hid_t group, const std::string& name) {
  const Handle dataset = open_member(group, name);
  const Handle type = own(H5Dget_type(dataset), "sweep text"), space = own(H5Dget_space(dataset), "sweep text");
  std::string text(text_size(type, space, "sweep text"), '\0');
  expect_frozen(dataset, type, {}, "sweep text");
  check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), "sweep text");
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace icsweep::hdf5
