#include "io/store/stored_table.hpp"

#include <cstring>

namespace icsweep {
namespace {

/// True if `bytes` repeats its first `width` bytes.
bool repeats(const void* bytes, std::size_t size, std::size_t width) {
  return size <= width || std::memcmp(bytes, static_cast<const char*>(bytes) + width, size - width) == 0;
}

}  // namespace

bool StoredTable::is_uniform(const Column& column) const {
  const auto numbers_repeat = [](const auto& values) { return repeats(values.data(), 8 * values.size(), 8); };
  if (column.kind == ValueType::integer) return numbers_repeat(integers(column.name));
  if (column.kind == ValueType::real) return numbers_repeat(reals(column.name));
  const std::string texts = text_bytes(column.name);
  return repeats(texts.data(), texts.size(), std::size_t(column.width));
}

}  // namespace icsweep
