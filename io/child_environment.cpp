#include "io/child_environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace icsweep {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> of_mpi{"OMPI_", "OPAL_", "ORTE_", "PMIX_", "PRTE_", "PMI_", "PMI2_"};

bool is_executable(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

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
  const char* variable = std::getenv("PATH");
  const std::string path = variable ? variable : "";
  for (std::size_t at = 0; at <= path.size() && !name.empty();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    if (const fs::path file = fs::path(path.substr(at, end - at)) / name; end > at && is_executable(file))
      return file.string();
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace icsweep
