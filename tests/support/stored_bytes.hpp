// Finds the cells of a store in its file, for tests that damage them.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "io/store/hdf5_store.hpp"

namespace icsweep {

/// A range of bytes in a file.
struct ByteRange {
  std::int64_t first, count;
};

/// Returns the bytes of one row in a dataset of rows.
inline ByteRange bytes_of_row(const std::string& path, const std::string& dataset, std::int64_t row) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT),
              d = H5Dopen2(file, dataset.c_str(), H5P_DEFAULT), space = H5Dget_space(d);
  hsize_t shape[8] = {};
  H5Sget_simple_extent_dims(space, shape, nullptr);
  const std::int64_t bytes = std::int64_t(H5Dget_storage_size(d) / shape[0]);
  const ByteRange range{std::int64_t(H5Dget_offset(d)) + row * bytes, bytes};
  H5Sclose(space);
  H5Dclose(d);
  H5Fclose(file);
  return range;
}

inline void flip_bit(const std::string& path, std::int64_t byte, int bit) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const int before = file.seekg(byte).get();
  file.seekp(byte).put(char(before ^ (1 << bit)));
}

/// Overwrites the eight bytes with an integer.
inline void overwrite(const std::string& path, ByteRange place, std::int64_t value) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(place.first).write(reinterpret_cast<const char*>(&value), place.count);
}

}  // namespace icsweep
