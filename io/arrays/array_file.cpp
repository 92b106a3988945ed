#include "io/arrays/array_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

static_assert(std::endian::native == std::endian::little, "both formats are read as they lie, little-endian");

/// Half precision: sign, 5 bits of exponent, 10 of fraction.
double from_float16(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double magnitude = exponent == 31  ? (fraction ? std::nan("") : INFINITY)
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -magnitude : magnitude;
}

template <class T>
T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

double load(ElementType type, const char* from) {
  switch (type) {
    case ElementType::float16:
      return from_float16(load<std::uint16_t>(from));
    case ElementType::bfloat16:
      return std::bit_cast<float>(std::uint32_t(load<std::uint16_t>(from)) << 16);
    case ElementType::float32:
      return load<float>(from);
    case ElementType::float64:
      return load<double>(from);
  }
  return 0;
}

ArrayLayout read_header(std::string_view file, const std::string& path, const std::string& tensor) {
  if (path.ends_with(".npy")) return read_npy_header(file, path);
  if (path.ends_with(".safetensors")) return read_safetensors_header(file, path, tensor);
  throw Error(ErrorKind::config,
              path + ": is neither .npy nor .safetensors by its name, save the array as one of them");
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  map(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK), path);
}

MappedFile::MappedFile(int folder, const std::string& name, const std::string& path) {
  map(::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW), path);
}

void MappedFile::map(int descriptor, const std::string& path) {
  const auto fail = [&](const char* why) {
    throw Error(ErrorKind::config, fmt::format("{}: cannot be read ({}), check the path", path, why));
  };
  if (descriptor < 0) fail(std::strerror(errno));
  struct stat status {};
  const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  void* data = nullptr;
  if (regular && status.st_size > 0)
    data = ::mmap(nullptr, std::size_t(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int error = errno;
  ::close(descriptor);
  if (!regular) fail("it is not a regular file");
  if (data == MAP_FAILED) fail(std::strerror(error));
  data_ = static_cast<const char*>(data);
  size_ = std::size_t(status.st_size);
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(const_cast<char*>(data_), size_);
}

ArrayFile::ArrayFile(const std::string& path, const std::string& tensor)
    : file_(path), layout_(read_header(file_.bytes(), path, tensor)), size_(1) {
  for (const std::int64_t n : layout_.shape) size_ *= std::size_t(n);  // cannot overflow: the header was checked
}

std::size_t ArrayFile::row_size() const {
  std::size_t size = 1;
  for (std::size_t axis = 1; axis < layout_.shape.size(); ++axis) size *= std::size_t(layout_.shape[axis]);
  return size;
}

/// Row-major: index = (i_0 n_1 + i_1) n_2 + …; column-major: place = i_0 + n_0 (i_1 + n_1 (…)).
std::size_t ArrayFile::place(std::size_t index) const {
  if (!layout_.column_major) return index;
  std::size_t place = 0;
  for (std::size_t axis = layout_.shape.size(); axis-- > 0;) {
    std::size_t stride = 1;
    for (std::size_t before = 0; before < axis; ++before) stride *= std::size_t(layout_.shape[before]);
    place += index % std::size_t(layout_.shape[axis]) * stride;
    index /= std::size_t(layout_.shape[axis]);
  }
  return place;
}

void ArrayFile::read(std::size_t first, std::span<double> out) const {
  if (first > size_ || out.size() > size_ - first) throw std::out_of_range("ArrayFile: beyond the array's end");
  const char* data = file_.bytes().data() + layout_.offset;
  const std::size_t bytes = bytes_of(layout_.type);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = load(layout_.type, data + place(first + i) * bytes);
}

void ArrayFile::row(std::size_t i, std::span<double> out) const {
  if (layout_.shape.empty() || i >= std::size_t(layout_.shape[0]) || out.size() != row_size())
    throw std::out_of_range("ArrayFile: no such row");
  read(i * row_size(), out);
}

std::vector<double> ArrayFile::values() const {
  std::vector<double> values(size_);
  read(0, values);
  return values;
}

}  // namespace icsweep
