#include "io/base/exec.hpp"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>

#include "io/base/variable.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> of_mpi{"OMPI_", "OPAL_", "ORTE_", "PMIX_", "PRTE_", "PMI_", "PMI2_"};

bool is_executable(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::vector<char*> exec_pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

void unblock_signals() {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void die_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
}

void close_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, unsigned(first), ~0U, 0U) == 0) return;
#endif
  const int limit = int(std::clamp(::sysconf(_SC_OPEN_MAX), 256L, 1L << 20));
  for (int i = first; i < limit; ++i) ::close(i);  // before Linux 5.9
}

void report_errno(int to) {
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(to, &error, sizeof error);
  ::_exit(127);
}

std::vector<std::string> child_environment(const std::vector<std::string_view>& without) {
  std::vector<std::string> all;
  for (char** at = environ; *at; ++at) {
    const std::string_view entry(*at), name = entry.substr(0, entry.find('='));
    const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
    if (std::ranges::none_of(of_mpi, begins) && std::ranges::find(without, name) == without.end())
      all.emplace_back(entry);
  }
  return all;
}

std::optional<std::string> file_in_path(const std::string& name) {
  const std::string path = variable("PATH");
  for (std::size_t at = 0; at <= path.size() && !name.empty();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    if (const fs::path file = fs::path(path.substr(at, end - at)) / name; end > at && is_executable(file))
      return file.string();
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace icsweep
