// Shared by the fuzz targets. A target is one file with LLVMFuzzerTestOneInput. libFuzzer runs it with generated
// inputs, and the test suite runs it with the inputs in corpus/TARGET. An exception that leaves the function, or a
// false condition in expect(), is a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace icsweep::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Prints the condition that failed and ends the process.
void expect(bool holds, const char* what);

/// Returns true if f accepted its input. Catches only Error, the program's answer to bad input.
template <class F>
bool accepted(F&& f) {
  try {
    f();
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// A file in memory for functions that take a path. It is rewritten for each input.
class InputFile {
 public:
  /// The path ends with `name`, since some readers depend on the ending.
  explicit InputFile(const std::string& name);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  void hold(std::string_view bytes) const;

 private:
  std::string path_;
};

/// Returns the part of the input before the next zero byte, and removes it and the zero byte from the input.
inline std::string_view next_part(std::string_view& rest) {
  const std::size_t end = rest.find('\0');
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return part;
}

}  // namespace icsweep::fuzz
