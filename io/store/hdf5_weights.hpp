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

/// The open dataset. The table's columns, not this class, know where a row's part begins.
class FlatWeights {
 public:
  /// Throws Error(store) if its size is not the one in the table's schema. `where` names it in messages.
  FlatWeights(Id group, std::int64_t size, const std::string& where);

  /// The numbers offset … offset+count−1; empty if they are not within the dataset.
  std::vector<float> read(std::int64_t offset, std::int64_t count) const;
  /// Throws Error(store) if the numbers are not within the dataset.
  void write(std::int64_t offset, std::span<const float> values) const;

 private:
  bool holds(std::int64_t offset, std::int64_t count) const;
  void transfer(bool write, std::int64_t offset, std::int64_t count, void* data) const;

  std::string where_;
  std::int64_t size_;
  Handle dataset_;
};

}  // namespace icsweep::hdf5
