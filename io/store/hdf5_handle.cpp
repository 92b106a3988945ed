#include "io/store/hdf5_handle.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cstdlib>
#include <type_traits>

#include "io/base/error.hpp"

namespace icsweep::hdf5 {

static_assert(std::is_same_v<Id, hid_t>);

namespace {

constexpr std::size_t longest_text = std::size_t{64} << 20;

/// Keeps the last entry of HDF5's error stack, which begins at the call: it names the actual cause.
herr_t keep_innermost(unsigned, const H5E_error2_t* error, void* text) {
  if (error->desc && *error->desc) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

thread_local std::string failed_close;  // HDF5's message for the first failure

/// HDF5's innermost message for the call that has just failed.
std::string innermost_message() {
  std::string reason = "unknown reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, &reason);
  H5Eclear2(H5E_DEFAULT);
  // "file write failed: time = …, error message = 'No space left on device', …": only the last part is useful to
  // people.
  const std::string marker = "error message = '";
  if (const auto at = reason.find(marker); at != std::string::npos) {
    reason.erase(0, at + marker.size());
    reason.erase(std::min(reason.find('\''), reason.size()));
  }
  return reason;
}

}  // namespace

Id check(Id result, const std::string& what) {
  if (result >= 0) return result;
  throw Error(ErrorKind::store, what + ": " + innermost_message());
}

void expect_closed(const std::string& what) {
  if (failed_close.empty()) return;
  throw Error(ErrorKind::store, what + ": " + std::exchange(failed_close, ""));
}

Handle own(Id id, const std::string& what) {
  return Handle(check(id, what));
}

void forget_failed_closes() {
  failed_close.clear();
}

void prepare() {
  static const bool once = [] {
    H5dont_atexit();  // owners close their files; any other file may be one that another program replaced
    setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    return true;
  }();
  (void)once;
}

std::string library_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

Handle::~Handle() {
  if (id_ < 0 || H5Idec_ref(id_) >= 0) return;
  if (failed_close.empty()) failed_close = innermost_message();
}

Handle frozen_layout(bool filled) {
  Handle properties = own(H5Pcreate(H5P_DATASET_CREATE), "dataset properties");
  check(H5Pset_layout(properties, H5D_CONTIGUOUS), "layout");
  check(H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY), "allocation time");
  check(H5Pset_fill_time(properties, filled ? H5D_FILL_TIME_ALLOC : H5D_FILL_TIME_NEVER), "fill time");
  check(H5Pset_obj_track_times(properties, false), "times");
  return properties;
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

void write_text_attribute(Id object, const std::string& name, const std::string& text) {
  const Handle type = text_type(int(text.size()));
  const Handle attribute =
      own(H5Acreate2(object, name.c_str(), type, scalar_space(), H5P_DEFAULT, H5P_DEFAULT), "attribute " + name);
  check(H5Awrite(attribute, type, text.empty() ? "\0" : text.data()), "attribute " + name);
}

std::size_t text_size(Id type, Id space, const std::string& what) {
  const std::size_t size = H5Tget_size(type);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || H5Sget_simple_extent_npoints(space) != 1 ||
      size > longest_text)
    throw Error(ErrorKind::store, what + " is no text of fixed length");
  return size;
}

std::string read_text_attribute(Id object, const std::string& name) {
  const std::string what = "attribute " + name;
  const Handle attribute = own(H5Aopen(object, name.c_str(), H5P_DEFAULT), what);
  const Handle type = own(H5Aget_type(attribute), what), space = own(H5Aget_space(attribute), what);
  std::string text(text_size(type, space, what), '\0');
  check(H5Aread(attribute, type, text.data()), what);
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace icsweep::hdf5
