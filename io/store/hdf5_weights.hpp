// Trained parameters in a table's group: one flat dataset `weights` of float32 for all rows that keep them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/store/hdf5_handle.hpp"

namespace icsweep::hdf5 {

/// Makes the dataset, filled with NaN, with room for `size` numbers, and its dimension.
void create_weights(Id group, std::int64_t size);

/// The open dataset. Where a row's part begins is said by the table's columns, not here.
class FlatWeights {
 public:
  /// Throws Error(store) if it does not have the size that the table's schema says. `where` names it in messages.
  FlatWeights(Id group, std::int64_t size, const std::string& where);

  /// Empty if this is not within the dataset.
  std::vector<float> read(std::int64_t offset, std::int64_t count) const;
  /// Throws Error(store) if this is not within the dataset.
  void write(std::int64_t offset, std::span<const float> values) const;

 private:
  bool holds(std::int64_t offset, std::int64_t count) const;
  void transfer(bool write, std::int64_t offset, std::int64_t count, void* data) const;

  std::string where_;
  std::int64_t size_;
  Handle dataset_;
};

}  // namespace icsweep::hdf5
