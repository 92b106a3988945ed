#include "io/base/descendants.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "io/base/parsed_number.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int most_rounds = 100;  // a process may start another during the search

bool has_mark(const fs::path& process, const std::string& mark) {
  std::ifstream file(process / "environ");
  for (std::string variable; std::getline(file, variable, '\0');)
    if (variable == mark) return true;
  return false;
}

/// Returns true if it killed any process.
bool kill_marked(const std::string& mark) {
  bool found = false;
  std::error_code gone;
  for (auto entry = fs::directory_iterator("/proc", gone); !gone && entry != fs::directory_iterator();
       entry.increment(gone)) {
    const auto process = whole_number(entry->path().filename().string());
    if (!process || *process <= 0 || !has_mark(entry->path(), mark)) continue;  // 0 is this process's own group
    found = ::kill(pid_t(*process), SIGKILL) == 0 || found;
  }
  return found;
}

/// The parent of a process according to /proc/PID/stat; 0 if the process is gone.
pid_t parent_of(const fs::path& process) {
  std::ifstream file(process / "stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');  // the name may contain blanks and brackets
  if (name_end == text.npos || name_end + 4 > text.size()) return 0;
  const std::string_view rest = std::string_view(text).substr(name_end + 4);  // after ") S "
  return pid_t(whole_number(rest.substr(0, rest.find(' '))).value_or(0));
}

std::set<pid_t> children() {
  std::set<pid_t> all;
  siginfo_t ignored{};
  if (::waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT) != 0) return all;  // there are no children
  std::error_code gone;
  for (auto entry = fs::directory_iterator("/proc", gone); !gone && entry != fs::directory_iterator();
       entry.increment(gone))
    if (const auto pid = whole_number(entry->path().filename().string()); pid && parent_of(entry->path()) == ::getpid())
      all.insert(pid_t(*pid));
  return all;
}

/// The children that this process started itself, as opposed to adopted orphans.
struct OwnChildren {
  std::mutex mutex;
  std::set<pid_t> pids;
  pid_t adopts = 0;  // the process that adopts orphans; a forked copy adopts none
};
OwnChildren& own_children() {
  static OwnChildren& own = *new OwnChildren;  // never destroyed: children may end after static objects
  return own;
}

}  // namespace

std::string descendants_mark() {
  static std::atomic<long> number{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return fmt::format("ICSWEEP_PROCESS={}-{}-{}", ::getpid(), number++, now);
}

void kill_descendants(const std::string& mark) {
  for (int round = 0; round < most_rounds && kill_marked(mark); ++round) std::this_thread::sleep_for(1ms);
  kill_orphans();
}

void adopt_orphans() {
  OwnChildren& own = own_children();
  const std::lock_guard lock(own.mutex);
  if (std::exchange(own.adopts, ::getpid()) == ::getpid()) return;
  own.pids = children();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void keep_present_children() {
  OwnChildren& own = own_children();
  const std::lock_guard lock(own.mutex);
  if (own.adopts == ::getpid()) own.pids.merge(children());
}

pid_t fork_child() {
  const std::lock_guard lock(own_children().mutex);  // so that no other thread takes the child for an orphan
  const pid_t child = ::fork();
  if (child > 0) own_children().pids.insert(child);
  return child;
}

void forget_child(pid_t child) {
  const std::lock_guard lock(own_children().mutex);
  own_children().pids.erase(child);
}

void kill_orphans() {
  OwnChildren& own = own_children();
  const std::lock_guard lock(own.mutex);
  if (own.adopts != ::getpid()) return;
  for (int round = 0; round < most_rounds; ++round) {
    bool found = false;
    for (const pid_t child : children()) {
      if (own.pids.contains(child) || has_mark(fmt::format("/proc/{}", child), left_alone)) continue;
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
      found = true;
    }
    if (!found) return;
  }
}

}  // namespace icsweep
