#include "io/store/hdf5_root.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "io/base/temporary_folder.hpp"
#include "io/store/hdf5_frozen.hpp"
#include "io/store/hdf5_launches.hpp"
#include "io/store/launches.hpp"

namespace icsweep::hdf5 {
namespace {

struct HeaderField {
  const char* name;
  std::string StoreHeader::*field;
};
constexpr HeaderField header_fields[] = {
    {"sweep_name", &StoreHeader::sweep_name}, {"program", &StoreHeader::program}, {"compiler", &StoreHeader::compiler},
    {"level", &StoreHeader::level},           {"started", &StoreHeader::started}, {"command", &StoreHeader::command},
};

constexpr const char* search_name = "search";

void write_version(hid_t file, int version) {
  const Handle attribute = own(
      H5Acreate2(file, "icsweep_store_version", H5T_STD_I32LE, scalar_space(), H5P_DEFAULT, H5P_DEFAULT), "version");
  check(H5Awrite(attribute, H5T_NATIVE_INT, &version), "version");
}

/// Every link of the root except these is a table.
herr_t collect_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  const std::string_view n = name;
  if (n != "sweep" && n != "sweeps" && n != "launches") static_cast<std::vector<std::string>*>(names)->push_back(name);
  return 0;
}

/// Bytes outside the file's holes; the whole size if the file system has no holes. The number of used blocks is no
/// substitute: it may be 0 for a file that was just written, or moved to tape.
std::uint64_t bytes_outside_holes(const std::string& path, std::uint64_t size) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return size;
  std::uint64_t sum = 0;
  for (off_t at = 0, end; (at = ::lseek(file, at, SEEK_DATA)) >= 0; at = end) {
    if ((end = ::lseek(file, at, SEEK_HOLE)) <= at) break;
    sum += std::uint64_t(end - at);
  }
  const bool known = errno == ENXIO;  // no data beyond
  ::close(file);
  return known ? sum : size;
}

/// Refuses files that consist mostly of holes. Such a file may claim any size in a few kilobytes of disk, and reading
/// it would take that much memory and time. A sparse copy of a store without results still has a larger share of data.
void expect_held_bytes(const std::string& path) {
  constexpr std::uint64_t small = 64 << 20, max_claimed = 1000;  // bytes; ratio of size to bytes on disk
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  const auto size = std::uint64_t(status.st_size);
  if (size <= small) return;
  if (const auto held = bytes_outside_holes(path, size); size / max_claimed > held)
    fail_store(path, fmt::format("claims {} MiB and occupies {} KiB of the disk, so it is no store; name another",
                                 size >> 20, held >> 10));
}

}  // namespace

void fail_store(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::store, path + ": " + what);
}

void check_store_file(const std::string& path, int access) {
  if (::access(path.c_str(), F_OK) != 0)
    fail_store(path, "there is no such store; make one with: icsweep run SWEEP.toml -o " + command_text({path}));
  if (::access(path.c_str(), access) != 0)
    fail_store(path, fmt::format("{}, check its permissions", std::strerror(errno)));
  if (std::filesystem::is_directory(path)) fail_store(path, "is a directory, name a file");
  if (!std::filesystem::is_regular_file(path)) fail_store(path, "is not a regular file, name one");
  expect_held_bytes(path);
}

namespace {

/// True if HDF5 can read the file without MPI.
bool is_readable(const std::string& path) {
  try {
    own(H5Fopen(std::filesystem::absolute(path).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "reading");
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

Handle open_store_file(const std::string& path, unsigned mode, hid_t access) {
  prepare();
  if (H5Fis_hdf5(path.c_str()) <= 0) fail_store(path, "is not an HDF5 file, name another or move it away");
  try {
    // Uses the absolute path: MPI-IO reads "s:" as the name of a file system, and a file name of one letter as such a
    // name.
    return own(H5Fopen(std::filesystem::absolute(path).c_str(), mode, access), "opening");
  } catch (const Error& e) {
    if (access != H5P_DEFAULT && is_readable(path))
      fail_store(path,
                 fmt::format("cannot be opened for writing ({}), though it is sound: look whether /dev/shm, {} and "
                             "the store's folder have room",
                             e.what(), temporary_place().string()));
    fail_store(path,
               fmt::format("cannot be opened ({}); it was cut short or damaged, restore it or move it away", e.what()));
  }
}

int read_version(hid_t file) {
  if (H5Aexists(file, "icsweep_store_version") <= 0) return -1;
  const Handle attribute = own(H5Aopen(file, "icsweep_store_version", H5P_DEFAULT), "version");
  const Handle type = own(H5Aget_type(attribute), "version"), space = own(H5Aget_space(attribute), "version");
  if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1) return -1;
  int version = -1;
  check(H5Aread(attribute, H5T_NATIVE_INT, &version), "version");
  return version;
}

/// The one launch of a store from before 0.2, according to the store's header.
LaunchRecord launch_of(const StoreHeader& h) {
  return {.number = 1,
          .sweep_name = h.sweep_name,
          .sweep_text = h.sweep_text,
          .command = h.command,
          .program = h.program,
          .compiler = h.compiler,
          .level = h.level,
          .began = h.started,
          .ending = ending::unknown};
}

StoreHeader read_header(hid_t file) {
  StoreHeader header;
  header.version = read_version(file);
  for (const auto& [name, field] : header_fields) header.*field = read_text_attribute(file, name);
  if (H5Aexists(file, search_name) > 0) header.search = read_text_attribute(file, search_name);
  header.sweep_text = read_long_text(file, "sweep");
  if (has_launches(file)) {
    const Launches launches(file, "launches");
    header.resolved = read_resolved(file);
    header.code_files = read_code_files(file);
    header.launches = launches.all();
    header.has_room = launches.has_room();
  } else {
    header.launches = {launch_of(header)};
    header.has_room = false;
  }
  return header;
}

void write_header(hid_t file, const StoreHeader& header) {
  write_version(file, header.version);
  if (!header.search.empty()) write_text_attribute(file, search_name, header.search.substr(0, 1000));
  for (const auto& [name, field] : header_fields) write_text_attribute(file, name, (header.*field).substr(0, 1000));
  write_long_text(file, "sweep", header.sweep_text);
  create_launches(file, header.launches, header.sweep_text);
  if (!header.resolved.empty()) write_resolved(file, header.resolved);
  if (!header.code_files.empty()) write_code_files(file, header.code_files);
}

std::vector<std::string> table_names(hid_t file) {
  std::vector<std::string> names;
  hsize_t at = 0;
  check(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, &at, collect_name, &names), "listing tables");
  return names;
}

}  // namespace icsweep::hdf5
