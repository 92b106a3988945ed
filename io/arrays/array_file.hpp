// Reads arrays of numbers from .npy (format 1 to 3) and .safetensors files in place, and writes them. Every number in a
// header is checked against the file before it addresses or allocates anything.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/schema/schema.hpp"

namespace icsweep {

/// Little-endian; bfloat16 is the upper half of a float32.
enum class ElementType { float16, bfloat16, float32, float64 };
std::uint64_t bytes_of(ElementType type);

constexpr std::size_t max_axes = 8;

struct ArrayLayout {
  ElementType type;
  std::vector<std::int64_t> shape;  ///< at most max_axes
  bool column_major;                ///< Fortran order
  std::uint64_t offset;             ///< of the first element; all elements are within the file
};

/// `file` is the content of the whole file. Throws Error(config) that begins with its path.
ArrayLayout read_npy_header(std::string_view file, const std::string& path);
/// As read_npy_header. An empty `tensor` selects the only array, or the only matrix.
ArrayLayout read_safetensors_header(std::string_view file, const std::string& path, const std::string& tensor);

/// A whole file mapped into memory, read-only. The file must not shrink during its lifetime.
class MappedFile {
 public:
  /// Throws Error(config) "path: cannot be read (why), check the path".
  explicit MappedFile(const std::string& path);
  /// Opens a file in an open folder; it must not be a link. `path` is the name in messages.
  MappedFile(int folder, const std::string& name, const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();
  std::string_view bytes() const { return {data_, size_}; }

 private:
  void map(int descriptor, const std::string& path);  // takes ownership of the descriptor

  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

/// An array of up to max_axes axes in a file. The file name ends in .npy or .safetensors; of the latter, `tensor`
/// selects one tensor (empty: the only array, or the only matrix). Elements are float16, bfloat16, float32 or float64
/// and are returned as double. Elements are read only on request.
class ArrayFile {
 public:
  /// Throws Error(config), beginning with the path, if the file is missing, has another format, or does not fit its
  /// header.
  explicit ArrayFile(const std::string& path, const std::string& tensor = "");

  const std::vector<std::int64_t>& shape() const { return layout_.shape; }
  std::size_t size() const { return size_; }  ///< elements
  std::size_t row_size() const;               ///< elements per index of the first axis

  /// Elements first … first + out.size() − 1 in row-major order, whatever the file's order. Throws std::out_of_range.
  void read(std::size_t first, std::span<double> out) const;
  /// The slice at index i of the first axis, row-major; out has row_size() elements.
  void row(std::size_t i, std::span<double> out) const;
  std::vector<double> values() const;

 private:
  std::size_t place(std::size_t index) const;  ///< the stored position of the element with this row-major index

  MappedFile file_;
  ArrayLayout layout_;
  std::size_t size_;
};

/// Writes values, row-major, as .npy of format 1. An empty shape makes a scalar. Throws Error(config) if the file
/// cannot be written; the existing file then stays.
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const double> values);
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const float> values);

/// Writes the arrays, which `values` contains one after the other, as .safetensors of float32. `metadata` becomes its
/// __metadata__. Throws Error(config) as write_npy does.
void write_safetensors(const std::string& path, const std::map<std::string, std::string>& metadata,
                       const std::vector<WeightArray>& arrays, std::span<const float> values);

}  // namespace icsweep
