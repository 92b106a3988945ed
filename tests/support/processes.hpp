// Whether processes live, for tests of what ends them.
#pragma once

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace icsweep::test {

/// Whether a process is there and runs.
inline bool lives(int process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(status, text);
  return status && text.size() > text.rfind(')') + 2 && text[text.rfind(')') + 2] != 'Z';
}

/// Whether it ends within a minute.
inline bool ends_in_time(int process) {
  for (int i = 0; i < 60'000 && lives(process); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return !lives(process);
}

}  // namespace icsweep::test
