// What the fuzz targets share. A target is one file with LLVMFuzzerTestOneInput: libFuzzer runs it over bytes that it
// makes up, the suite over those that are kept in corpus/TARGET. What leaves it, and what expect() finds untrue, is a
// finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace icsweep::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the process, saying what was to hold.
void expect(bool holds, const char* what);

/// Whether f took its input. An Error, which is what the product says to bad input, is caught; nothing else is.
template <class F>
bool accepted(F&& f) {
  try {
    f();
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// A file in memory for functions that take a path; it is written anew for each input.
class InputFile {
 public:
  /// `name` ends the path: some readers go by it.
  explicit InputFile(const std::string& name);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  void hold(std::string_view bytes) const;

 private:
  std::string path_;
};

/// The part of the input before the next zero byte, which is taken off with it.
inline std::string_view next_part(std::string_view& rest) {
  const std::size_t end = rest.find('\0');
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return part;
}

}  // namespace icsweep::fuzz
