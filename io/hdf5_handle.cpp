#include "io/hdf5_handle.hpp"

#include <cstdlib>

#include "io/error.hpp"

namespace icsweep::hdf5 {
namespace {

/// HDF5 lists its error stack from the call inwards: the last entry says what really happened.
herr_t keep_innermost(unsigned, const H5E_error2_t* error, void* text) {
  if (error->desc && *error->desc) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

}  // namespace

hid_t check(hid_t result, const std::string& what) {
  if (result >= 0) return result;
  std::string reason = "unknown reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, &reason);
  H5Eclear2(H5E_DEFAULT);
  for (char& c : reason)
    if (c == '\n') c = ' ';
  throw Error(ErrorKind::store, what + ": " + reason);
}

Handle own(hid_t id, const std::string& what) {
  return Handle(check(id, what));
}

void prepare() {
  static const bool once = [] {
    setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    return true;
  }();
  (void)once;
}

Handle text_type(int width) {
  Handle type = own(H5Tcopy(H5T_C_S1), "text type");
  check(H5Tset_size(type, std::size_t(std::max(width, 1))), "text width");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "text padding");
  return type;
}

Handle scalar_space() {
  return own(H5Screate(H5S_SCALAR), "scalar space");
}

void write_text_attribute(hid_t object, const std::string& name, const std::string& text) {
  const Handle type = text_type(int(text.size()));
  const Handle attribute =
      own(H5Acreate2(object, name.c_str(), type, scalar_space(), H5P_DEFAULT, H5P_DEFAULT), "attribute " + name);
  check(H5Awrite(attribute, type, text.empty() ? "\0" : text.data()), "attribute " + name);
}

std::string read_text_attribute(hid_t object, const std::string& name) {
  const Handle attribute = own(H5Aopen(object, name.c_str(), H5P_DEFAULT), "attribute " + name);
  const Handle type = own(H5Aget_type(attribute), "attribute " + name);
  std::string text(H5Tget_size(type), '\0');
  check(H5Aread(attribute, type, text.data()), "attribute " + name);
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace icsweep::hdf5
