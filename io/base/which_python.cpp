#include "io/base/which_python.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "io/base/exec.hpp"
#include "io/base/shipped.hpp"
#include "io/base/variable.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

/// True if a Python of this prefix has the package icsweep.
bool has_package(const fs::path& prefix) {
  std::error_code none;
  const fs::directory_iterator folders(prefix / "lib", none);
  return std::any_of(begin(folders), end(folders), [&](const fs::directory_entry& folder) {
    return folder.path().filename().string().starts_with("python3") &&
           fs::exists(folder.path() / "site-packages/icsweep/__init__.py", none);
  });
}

/// The Python of a virtual environment or other prefix into which pip has installed this program; empty if there is
/// none.
std::string python_beside_program() {
  const fs::path prefix = fs::path(program_path()).parent_path().parent_path(), python = prefix / "bin/python3";
  return ::access(python.c_str(), X_OK) == 0 && has_package(prefix) ? python.string() : "";
}

}  // namespace

std::string which_python() {
  std::string python = variable("ICSWEEP_IMPORTER");
  if (python.empty()) python = python_beside_program();
  if (python.empty()) python = variable("ICSWEEP_PYTHON");
  if (python.empty()) python = "python3";
  if (python.find('/') == python.npos) return file_in_path(python).value_or(python);
  return fs::absolute(python).string();
}

bool means_python(std::string_view command) {
  return command == "python3" || command == "python";
}

}  // namespace icsweep
