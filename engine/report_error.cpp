#include "engine/report_error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <new>
#include <string>

namespace icsweep {

void report_error(const std::exception& error) {
  std::string text = error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error)) text = "out of memory; use fewer ranks or smaller experiments";
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  fmt::print(stderr, "icsweep: {}\n", text);
  std::fflush(nullptr);
}

}  // namespace icsweep
