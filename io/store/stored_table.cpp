#include "io/store/stored_table.hpp"

namespace icsweep {

std::vector<float> StoredTable::weights(const Row& row) const {
  if (table().weights == 0) return {};
  return weights(std::get<std::int64_t>(row.at("weights_offset")), std::get<std::int64_t>(row.at("weights_count")));
}

std::int64_t StoredTable::row_bytes() const {
  std::int64_t bytes = 0;
  for (const auto& c : table().columns) {
    std::int64_t numbers = 1;
    for (const auto& d : c.dimensions) numbers *= table().extents.at(d);
    bytes += c.kind == ValueType::text ? c.width : 8 * numbers;
  }
  return bytes;
}

}  // namespace icsweep
