#include "io/base/shipped.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string program_path() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none).string();
}

std::string shipped_folder() {
  const fs::path beside = fs::path(program_path()).parent_path();
  std::error_code none;
  for (const fs::path& folder : {beside.parent_path() / "share/icsweep", beside / "share/icsweep"})
    if (fs::is_directory(folder, none)) return folder.string();
  return "";
}

std::string shipped_file(const std::string& name) {
  const std::string folder = shipped_folder(), path = folder + '/' + name;
  std::error_code none;
  if (!folder.empty() && fs::is_regular_file(path, none)) return path;
  throw Error(ErrorKind::config,
              fmt::format("there is no share/icsweep/{} beside {}, install icsweep as a whole", name, program_path()));
}

}  // namespace icsweep
