// Trained parameters in a table's group: one flat dataset `weights` of float32 for all rows that keep them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/store/hdf5_handle.hpp"

namespace icsweep::hdf5 {

/// Makes the dataset with room for `size` numbers, filled with NaN, and its dimension.
void create_weights(Id group, std::int64_t size);

/// The open dataset. The table's columns contain the offset of each row's part.
class FlatWeights {
 public:
  /// Throws Error(store) if its size differs from the table's schema. `where` is its name in messages.
  FlatWeights(Id group, std::int64_t size, const std::string& where);

  /// The numbers offset … offset+count−1; empty if they exceed the dataset.
  std::vector<float> read(std::int64_t offset, std::int64_t count) const;
  /// Throws Error(store) if the numbers exceed the dataset.
  void write(std::int64_t offset, std::span<const float> values) const;

 private:
  bool holds(std::int64_t offset, std::int64_t count) const;
  void transfer(bool write, std::int64_t offset, std::int64_t count, void* data) const;

  std::string where_;
  std::int64_t size_;
  Handle dataset_;
};

}  // namespace icsweep::hdf5
