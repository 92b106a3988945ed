#include "io/store/hdf5_frozen.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cctype>

#include "io/base/error.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep::hdf5 {
namespace {

constexpr int widest_text = 65536;

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw Error(ErrorKind::store, what + " " + why);
}

Size size_of_file(Id object) {
  const Handle file = own(H5Iget_file_id(object), "file");
  hsize_t size = 0;
  check(H5Fget_filesize(file, &size), "size of the file");
  return size;
}

std::vector<Size> extents_of(Id dataset, const std::string& what) {
  const Handle space = own(H5Dget_space(dataset), what);
  if (H5Sget_simple_extent_type(space) == H5S_NULL) refuse(what, "is empty");
  std::vector<Size> extents(std::size_t(check(H5Sget_simple_extent_ndims(space), what)));
  check(H5Sget_simple_extent_dims(space, extents.data(), nullptr), what);
  return extents;
}

/// True for letters, digits and _. Such a name has no other meaning in SQL, in a shell or as a path.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name.size() <= 255 && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) || c == '_');
  });
}

void expect_sound(const Table& table, const Column& c) {
  const std::string what = fmt::format("column {} of table {}", c.name, table.task);
  if (c.kind < ValueType::integer || c.kind > ValueType::text || c.role < Role::identity ||
      c.role > Role::weights_count)
    refuse(what, "is of no known kind");
  if (c.form && ((*c.form != ValueType::boolean && *c.form != ValueType::composite) || kind_of(*c.form) != c.kind))
    refuse(what, "is of no known form");
  if (c.kind == ValueType::text && (c.width < 1 || c.width > widest_text)) refuse(what, "has an impossible width");
  if (!c.dimensions.empty() && (c.kind != ValueType::real || c.role != Role::result))
    refuse(what, "has dimensions and is no result");
  for (const auto& d : c.dimensions)
    if (!table.extents.contains(d)) refuse(what, "has a dimension without a size");
}

}  // namespace

Handle open_member(Id group, const std::string& name) {
  H5L_info_t info;
  check(H5Lget_info(group, name.c_str(), &info, H5P_DEFAULT), name);
  if (info.type != H5L_TYPE_HARD) refuse(name, "is a link to somewhere else");
  return own(H5Oopen(group, name.c_str(), H5P_DEFAULT), name);
}

void expect_frozen(Id dataset, Id type, const std::vector<Size>& extents, const std::string& what) {
  if (H5Iget_type(dataset) != H5I_DATASET) refuse(what, "is not a dataset");
  const Handle stored = own(H5Dget_type(dataset), what), properties = own(H5Dget_create_plist(dataset), what);
  if (check(H5Tequal(stored, type), what) == 0) refuse(what, "has another type than its schema says");
  if (extents_of(dataset, what) != extents) refuse(what, "does not have the size its schema says");
  if (H5Pget_layout(properties) != H5D_CONTIGUOUS || H5Pget_external_count(properties) != 0)
    refuse(what, "is not contiguous in the file (if h5repack wrote it: h5repack -l CONTI -f NONE)");
  Size bytes = H5Tget_size(type);
  for (const Size n : extents)
    if (__builtin_mul_overflow(bytes, n, &bytes)) refuse(what, "is larger than any file");
  if (bytes == 0) return;
  const Size first = H5Dget_offset(dataset), held = size_of_file(dataset);
  if (first == HADDR_UNDEF || first > held || bytes > held - first) refuse(what, "goes beyond the end of the file");
}

void expect_sound(const Table& table, Id file, const Table& least) {
  const std::string what = "table " + table.task;
  if (!is_plain_name(table.task)) throw Error(ErrorKind::store, "a table has a name that no task has");
  if (table.rows < 0 || table.weights < 0) refuse(what, "has a negative size");
  const Size held = size_of_file(file);
  for (const auto& [name, size] : table.extents)  // each has a scale of 8 bytes per index
    if (!is_plain_name(name) || size < 0 || Size(size) > held / 8) refuse(what, "has an impossible dimension");
  for (const auto& c : table.columns) {
    if (!is_plain_name(c.name)) refuse(what, "has a column with an impossible name");
    expect_sound(table, c);
  }
  for (const auto& c : least.columns) {
    const Column* own = table.find(c.name);
    if (!own && c.neutral) continue;
    if (!own || own->kind != c.kind || own->role != c.role) refuse(what, fmt::format("has no column {}", c.name));
  }
}

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
