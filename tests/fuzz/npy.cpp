// Fuzzes .npy files, header and values.
#include "fuzz/array_checks.hpp"

using namespace icsweep;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("a.npy");
  file.hold(fuzz::text_of(data, size));
  fuzz::accepted([&] { fuzz::check_array(ArrayFile(file.path()), size); });
  return 0;
}
