#include "io/array_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/error.hpp"

namespace icsweep {
namespace {

static_assert(std::endian::native == std::endian::little, "both formats are written as numbers lie, little-endian");

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// Puts a file of these bytes in its place. A link is followed: what it names is replaced.
void put_file(const std::string& path, std::string_view header, std::string_view data) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorKind::config, fmt::format("{}: cannot be written ({}), name another place", path, why));
  };
  std::filesystem::path place = path;
  if (std::filesystem::is_symlink(place)) place = place.parent_path() / std::filesystem::read_symlink(place);
  if (std::filesystem::exists(place) && !std::filesystem::is_regular_file(place)) fail("it is no regular file");
  const std::string fresh = place.string() + ".new";
  std::ofstream file(fresh, std::ios::binary);
  file << header << data;
  file.close();
  if (file.fail() || ::rename(fresh.c_str(), place.c_str()) != 0) {
    const int error = errno;
    ::unlink(fresh.c_str());
    fail(std::strerror(error));
  }
}

template <class T>
void write(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const T> values) {
  if (WeightArray{"", shape}.count() != std::int64_t(values.size()))
    throw std::invalid_argument("write_npy: shape and values differ in size");
  std::string tuple;
  for (const std::int64_t n : shape) tuple += fmt::format("{}, ", n);
  std::string header = fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}), }}", sizeof(T), tuple);
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');  // with magic, length and line end a multiple of 64
  header += '\n';
  const std::string magic("\x93NUMPY\x01\x00", 8);
  put_file(path, magic + char(header.size() & 255) + char(header.size() >> 8) + header, bytes_of(values));
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
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the numbers are aligned
  const std::uint64_t length = text.size();
  put_file(path, std::string(reinterpret_cast<const char*>(&length), sizeof length) + text, bytes_of(values));
}

}  // namespace icsweep
