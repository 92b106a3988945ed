// Fuzzes .safetensors files. The input is a tensor's name, a zero byte, and the file.
#include "fuzz/array_checks.hpp"

using namespace icsweep;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = fuzz::text_of(data, size);
  const std::string tensor(fuzz::next_part(rest));
  static const fuzz::InputFile file("a.safetensors");
  file.hold(rest);
  fuzz::accepted([&] { fuzz::check_array(ArrayFile(file.path(), tensor), rest.size()); });
  return 0;
}
