// Fuzzes broken stores in two modes.
// Valid HDF5: HDF5 changes a toy store, which is then read. Each three bytes before the first zero byte are a change
// (kind, member, how). Bytes after the zero byte, if any, are the text of the schema.
// Raw bytes, if the first byte is 255: each five bytes (three of place, how, value) change a byte of the file, also in
// HDF5's metadata. HDF5 1.10 may crash on such a file, so another process opens it first, as the program does.
#include <hdf5.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "fuzz/fuzz.hpp"
#include "io/query/query.hpp"
#include "support/toy_store.hpp"

using namespace icsweep;

namespace {

std::string toy_store() {
  const fuzz::InputFile file("toy.h5");
  file.hold("");
  create_toy_store(file.path(), 3);
  std::ifstream made(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(made), {}};
}

constexpr const char* members[] = {"identity", "status", "length", "rate",     "kind",    "error",    "curve",  "P",
                                   "message",  "host",   "digest", "checksum", "planned", "position", "seconds"};
constexpr const char* attributes[] = {"sweep_name", "program", "command", "icsweep_store_version"};

/// A file that the program must not read or write, whatever the store contains. HDF5 may write it while an input is
/// prepared.
const std::string& elsewhere() {
  static const fuzz::InputFile file("elsewhere");
  return file.path();
}

struct Change {
  unsigned what, which, how;
  const char* member() const { return members[which % std::size(members)]; }
};

/// A type by number: types that fit, and texts of variable length, compounds and references.
hid_t type_of(unsigned how) {
  switch (how % 8) {
    case 0:
      return H5Tcopy(H5T_STD_I64LE);
    case 1:
      return H5Tcopy(H5T_IEEE_F64LE);
    case 2:
      return H5Tcopy(H5T_STD_U8LE);
    case 3:
      return H5Tcopy(H5T_STD_REF_OBJ);
    case 4:
      return H5Tvlen_create(H5T_NATIVE_INT);
    case 5:
      return H5Tcreate(H5T_OPAQUE, 24);
    default: {
      const hid_t text = H5Tcopy(H5T_C_S1);
      H5Tset_size(text, how % 8 == 6 ? H5T_VARIABLE : 1 + how);
      return text;
    }
  }
}

hid_t space_of(unsigned how) {
  static constexpr hsize_t sizes[] = {0, 1, 2, 3, 9, 1000, 3, 3};
  const hsize_t extents[] = {sizes[how % 8], sizes[how / 8 % 8], sizes[how / 64 % 4]};
  if (how == 255) return H5Screate(H5S_NULL);
  return how % 5 == 4 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1 + int(how % 3), extents, nullptr);
}

/// Sets a layout: contiguous, compact, chunked or in another file.
hid_t layout_of(unsigned how, hid_t space) {
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk[] = {2, 2, 2};
  if (how % 4 == 1) H5Pset_layout(properties, H5D_COMPACT);
  if (how % 4 == 2) H5Pset_chunk(properties, std::max(1, H5Sget_simple_extent_ndims(space)), chunk);
  if (how % 4 == 3) H5Pset_external(properties, elsewhere().c_str(), 0, H5F_UNLIMITED);
  return properties;
}

void replace_dataset(hid_t group, const Change& c) {
  H5Ldelete(group, c.member(), H5P_DEFAULT);
  const hid_t type = type_of(c.how / 4), space = space_of(c.how), properties = layout_of(c.how, space);
  const hid_t made = H5Dcreate2(group, c.member(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (made >= 0) H5Dclose(made);
  H5Pclose(properties), H5Sclose(space), H5Tclose(type);
}

void replace_attribute(hid_t object, const char* name, unsigned how) {
  H5Adelete(object, name);
  const hid_t type = type_of(how / 4), space = space_of(how);
  const hid_t made = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (made >= 0) H5Aclose(made);
  H5Sclose(space), H5Tclose(type);
}

void replace_link(hid_t file, hid_t group, const Change& c) {
  const hid_t place = c.how % 2 ? file : group;
  const char* name = c.how % 2 ? "sweep" : c.member();
  H5Ldelete(place, name, H5P_DEFAULT);
  if (c.how % 8 < 2) H5Lcreate_soft("/toy/P", place, name, H5P_DEFAULT, H5P_DEFAULT);
  else if (c.how % 8 < 4) H5Lcreate_external(elsewhere().c_str(), "/", place, name, H5P_DEFAULT, H5P_DEFAULT);
  else if (c.how % 8 < 6)
    H5Lcreate_hard(group, members[c.how / 8 % std::size(members)], place, name, H5P_DEFAULT, H5P_DEFAULT);
}

/// Fills the dataset with the byte `how`.
void write_cells(hid_t group, const Change& c) {
  const hid_t dataset = H5Dopen2(group, c.member(), H5P_DEFAULT);
  if (dataset < 0) return;
  const hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
  const std::string bytes(H5Tget_size(type) * std::size_t(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space))),
                          char(c.how));
  if (!H5Tis_variable_str(type) && H5Tget_class(type) != H5T_VLEN)
    H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data());
  H5Sclose(space), H5Tclose(type), H5Dclose(dataset);
}

void write_schema(hid_t group, std::string_view text) {
  H5Adelete(group, "schema");
  hdf5::write_text_attribute(group, "schema", std::string(text));
}

void apply(hid_t file, hid_t group, const Change& c) {
  switch (c.what % 6) {
    case 0:
      return replace_dataset(group, c);
    case 1:
      return replace_attribute(file, attributes[c.which % std::size(attributes)], c.how);
    case 2:
      return replace_link(file, group, c);
    case 3:
      return replace_attribute(group, "schema", c.how);
    case 4:
      H5Lcreate_external(c.how % 2 ? elsewhere().c_str() : "/dev/shm/none.h5", "/toy", file, "another", H5P_DEFAULT,
                         H5P_DEFAULT);
      return;
    default:
      return write_cells(group, c);
  }
}

void change(const std::string& path, std::string_view input) {
  const std::string_view changes = fuzz::next_part(input);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), group = H5Gopen2(file, "toy", H5P_DEFAULT);
  if (!input.empty() && input.size() < 60000) write_schema(group, input);
  for (std::size_t at = 0; at + 2 < std::min<std::size_t>(changes.size(), 12); at += 3) {
    const auto byte = [&](std::size_t i) { return unsigned(static_cast<unsigned char>(changes[at + i])); };
    apply(file, group, {byte(0), byte(1), byte(2)});
  }
  H5Gclose(group);
  H5Fclose(file);
}

/// Changes bytes, or truncates the file.
std::string changed(std::string bytes, std::string_view changes) {
  for (std::size_t at = 0; at + 4 < std::min<std::size_t>(changes.size(), 40); at += 5) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(changes[at + i]); };
    const std::size_t place = (byte(0) | byte(1) << 8 | byte(2) << 16) % bytes.size();
    if (byte(3) == 255) bytes.resize(std::max<std::size_t>(1, place));
    else bytes[place] = char(byte(3) % 2 ? byte(4) : bytes[place] ^ byte(4));
  }
  return bytes;
}

void read(const std::string& path, StoreReader::Trial trial = StoreReader::Trial::none) {
  const StoreReader store(path, trial);
  for (const auto& table : store.tables()) {
    const Table& t = table.table();
    const auto rows = table.read_rows(0, t.rows);
    fuzz::expect(std::int64_t(rows.size()) == t.rows, "every row is read");
    for (const auto& row : rows) {
      for (const auto& c : t.columns) fuzz::expect(row.contains(c.name), "a row has a cell for each column");
      table.weights(row);
      checksum(t, row, Outcome::done);
    }
  }
  std::ostringstream out;
  const SqlDatabase database(store);
  for (const char* sql :
       {"SELECT * FROM experiments", "SELECT * FROM sweeps", "SELECT * FROM toy", "SELECT * FROM curves"})
    fuzz::accepted([&] { run_query(database, sql, QueryFormat::json, out); });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string whole = toy_store();
  static const fuzz::InputFile file("store.h5");
  if (size > 0 && data[0] == 255) {
    file.hold(changed(whole, fuzz::text_of(data + 1, size - 1)));
    fuzz::accepted([&] { read(file.path(), StoreReader::Trial::first); });
    return 0;
  }
  file.hold(whole);
  change(file.path(), fuzz::text_of(data, size));
  fuzz::accepted([&] { read(file.path()); });
  return 0;
}
