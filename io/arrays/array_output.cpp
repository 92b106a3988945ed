#include "io/arrays/array_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

static_assert(std::endian::native == std::endian::little, "both formats are written as numbers lie, little-endian");

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

template <class T>
void write(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const T> values) {
  if (WeightArray{"", shape}.count() != std::int64_t(values.size()))
    throw std::invalid_argument("write_npy: shape and values differ in size");
  std::string tuple;
  for (const std::int64_t n : shape) tuple += fmt::format("{}, ", n);
  std::string header = fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}), }}", sizeof(T), tuple);
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');  // pads magic, length and text to a multiple of 64
  header += '\n';
  const std::string magic("\x93NUMPY\x01\x00", 8);
  write_whole_file(path, {magic + char(header.size() & 255) + char(header.size() >> 8) + header, bytes_of(values)});
}

}  // namespace

void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const double> values) {
  write(path, shape, values);
}
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const float> values) {
  write(path, shape, values);
}

void write_safetensors(const std::string& path, const std::map<std::string, std::string>& metadata,
                       const std::vector<WeightArray>& arrays, std::span<const float> values) {
  if (weight_count(arrays) != std::int64_t(values.size()))
    throw std::invalid_argument("write_safetensors: shapes and values differ in size");
  nlohmann::ordered_json header{{"__metadata__", metadata}};
  std::uint64_t begin = 0;
  for (const auto& a : arrays) {
    const std::uint64_t end = begin + sizeof(float) * std::uint64_t(a.count());
    header[a.name] = {{"dtype", "F32"}, {"shape", a.shape}, {"data_offsets", {begin, end}}};
    begin = end;
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' ');  // aligns the numbers
  const std::uint64_t length = text.size();
  write_whole_file(path, {{reinterpret_cast<const char*>(&length), sizeof length}, text, bytes_of(values)});
}

}  // namespace icsweep
