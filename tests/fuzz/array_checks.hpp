// Checks the properties of every accepted array file.
#pragma once

#include <cstring>

#include "fuzz/fuzz.hpp"
#include "io/arrays/array_file.hpp"

namespace icsweep::fuzz {

/// Checks that the file contains the number of values that its shape states, however they are read.
inline void check_array(const ArrayFile& file, std::size_t bytes) {
  std::size_t size = 1;
  for (const auto n : file.shape()) size *= std::size_t(n);
  expect(file.shape().size() <= max_axes && file.size() == size && 2 * size <= bytes, "the shape fits the file");
  const auto values = file.values();
  expect(values.size() == size, "all values are read");
  if (file.shape().empty() || size == 0) return;
  std::vector<double> row(file.row_size());
  const std::size_t last = std::size_t(file.shape()[0]) - 1;
  file.row(last, row);
  expect(std::memcmp(row.data(), values.data() + last * row.size(), 8 * row.size()) == 0, "a row is part of the whole");
}

}  // namespace icsweep::fuzz
