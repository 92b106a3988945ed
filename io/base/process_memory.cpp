#include "io/base/process_memory.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace icsweep {
namespace {

/// The bytes that a file of /proc/PROCESS names, in kilobytes, behind this word; 0 if it does not.
double bytes_behind(const char* word, pid_t process, const char* file) {
  std::ifstream text(fmt::format("/proc/{}/{}", process, file));
  double kilobytes = 0;
  for (std::string next; text >> next;)
    if (next == word && text >> kilobytes) return 1024 * kilobytes;
  return 0;
}

/// The proportional share of the process in its pages, in bytes.
double share_of(pid_t process) {
  return bytes_behind("Pss:", process, "smaps_rollup");
}

/// The children of all threads of the process.
std::vector<pid_t> children_of(pid_t process) {
  namespace fs = std::filesystem;
  std::vector<pid_t> children;
  std::error_code none;
  for (fs::directory_iterator thread(fmt::format("/proc/{}/task", process), none), end; !none && thread != end;
       thread.increment(none)) {
    std::ifstream list(thread->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

}  // namespace

double bytes_of_tree(pid_t process) {
  std::vector<pid_t> tree = children_of(process);
  if (tree.empty()) return 0;
  for (std::size_t i = 0; i < tree.size(); ++i)
    for (const pid_t child : children_of(tree[i])) tree.push_back(child);
  double bytes = share_of(process);
  for (const pid_t descendant : tree) bytes += share_of(descendant);
  return bytes;
}

double peak_bytes_of(pid_t process) {
  return bytes_behind("VmHWM:", process, "status");
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
