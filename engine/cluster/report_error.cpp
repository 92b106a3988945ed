#include "engine/cluster/report_error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <new>
#include <string>

#include "io/base/say.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

constexpr int longest_line = 1000;  // a name from another user's file may have any length

}  // namespace

void report_error(const std::exception& error) {
  std::string text = error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error)) text = "out of memory; use fewer ranks or smaller experiments";
  say(stderr, "icsweep: {}\n", cut_within(printable(text), longest_line));
  std::fflush(nullptr);
}

}  // namespace icsweep
