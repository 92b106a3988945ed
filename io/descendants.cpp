#include "io/descendants.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace icsweep {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int most_rounds = 100;  // a process may start another while it is looked for

bool has_mark(const fs::path& process, const std::string& mark) {
  std::ifstream file(process / "environ");
  for (std::string variable; std::getline(file, variable, '\0');)
    if (variable == mark) return true;
  return false;
}

/// Returns whether there were any.
bool kill_marked(const std::string& mark) {
  bool found = false;
  std::error_code gone;
  for (auto entry = fs::directory_iterator("/proc", gone); !gone && entry != fs::directory_iterator();
       entry.increment(gone)) {
    const std::string name = entry->path().filename();
    const bool is_process = std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_process || !has_mark(entry->path(), mark)) continue;
    found = ::kill(std::stoi(name), SIGKILL) == 0 || found;
  }
  return found;
}

}  // namespace

std::string descendants_mark() {
  static std::atomic<long> number{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return fmt::format("ICSWEEP_PROCESS={}-{}-{}", ::getpid(), number++, now);
}

void kill_descendants(const std::string& mark) {
  for (int round = 0; round < most_rounds && kill_marked(mark); ++round) std::this_thread::sleep_for(1ms);
}

}  // namespace icsweep
