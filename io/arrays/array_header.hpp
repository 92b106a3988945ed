// Reads an array's layout from the header of a .npy file (format 1 to 3) or a .safetensors file. Every number in it is
// checked against the file before anything is addressed or allocated by it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// Little-endian; bfloat16 is the upper half of a float32.
enum class ElementType { float16, bfloat16, float32, float64 };
std::uint64_t bytes_of(ElementType type);

constexpr std::size_t max_axes = 8;

struct ArrayLayout {
  ElementType type;
  std::vector<std::int64_t> shape;  ///< at most max_axes
  bool column_major;                ///< Fortran order
  std::uint64_t offset;             ///< of the first element; all of them lie within the file
};

/// `file` is the whole file. Throws Error(config) that begins with its path.
ArrayLayout read_npy_header(std::string_view file, const std::string& path);
/// An empty `tensor` names the file's only array, or its only matrix.
ArrayLayout read_safetensors_header(std::string_view file, const std::string& path, const std::string& tensor);

}  // namespace icsweep
