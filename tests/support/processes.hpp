// Checks whether processes are alive, for tests of code that ends them.
#pragma once

#include <chrono>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace icsweep::test {

/// True if the process exists and has not ended: a zombie (Z) has, and one that its parent just took away (X).
inline bool lives(int process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(status, text);
  return status && text.size() > text.rfind(')') + 2 &&
         std::string_view("ZX").find(text[text.rfind(')') + 2]) == std::string_view::npos;
}

/// True if the process ends within a minute.
inline bool ends_in_time(int process) {
  for (int i = 0; i < 60'000 && lives(process); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return !lives(process);
}

}  // namespace icsweep::test
