#include "io/base/process_memory.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>

namespace icsweep {

double peak_bytes_of(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  double kilobytes = 0;
  for (std::string word; status >> word;)
    if (word == "VmHWM:" && status >> kilobytes) return 1024 * kilobytes;
  return 0;
}

void forget_peak(pid_t process) {
  std::ofstream(fmt::format("/proc/{}/clear_refs", process)) << "5\n";
}

pid_t first_child_of(pid_t process) {
  pid_t child = 0;
  std::ifstream(fmt::format("/proc/{0}/task/{0}/children", process)) >> child;
  return child;
}

}  // namespace icsweep
