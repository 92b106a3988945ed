#include "engine/sweep/shipped_sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/error.hpp"
#include "io/phrases.hpp"
#include "io/shipped.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

fs::path folder() {
  return fs::path(shipped_folder()) / "sweeps";
}

}  // namespace

std::vector<std::string> shipped_sweeps() {
  std::vector<std::string> names;
  std::error_code none;
  if (shipped_folder().empty()) return names;
  for (fs::directory_iterator file(folder(), none), end; !none && file != end; file.increment(none))
    if (file->path().extension() == ".toml") names.push_back(file->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string sweep_file_of(const std::string& path_or_name) {
  std::error_code none;
  const fs::path path(path_or_name);
  const bool is_name = !path.empty() && !path.has_parent_path() && !path.has_extension();
  if (!is_name || (fs::exists(path, none) && !fs::is_directory(path, none))) return path_or_name;
  const auto known = shipped_sweeps();
  if (std::find(known.begin(), known.end(), path_or_name) != known.end())
    return (folder() / (path_or_name + ".toml")).string();
  if (known.empty())
    throw Error(ErrorKind::config,
                path_or_name + ": there is no such sweep file, and none came with icsweep; name one");
  const std::string meant = nearest(path_or_name, known);
  throw Error(ErrorKind::config,
              fmt::format("{}: there is no such sweep file here, nor a sweep of that name in {}{}", path_or_name,
                          folder().string(), meant.empty() ? "; name one of them" : ", did you mean " + meant + "?"));
}

}  // namespace icsweep
