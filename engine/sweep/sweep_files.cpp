#include "engine/sweep/sweep_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <glob.h>
#include <string_view>

#include "io/base/error.hpp"
#include "io/base/phrases.hpp"
#include "io/base/whole_file.hpp"
#include "io/base/shipped.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

fs::path folder() {
  return fs::path(shipped_folder()) / "sweeps";
}

/// The name of the folder as a pattern that only it matches.
std::string escaped(const std::string& folder) {
  std::string pattern;
  for (const char c : folder) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
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

std::vector<std::string> named_files(const std::string& folder, const std::vector<std::string>& patterns) {
  std::vector<std::string> names;
  for (const auto& pattern : patterns) {
    if (leads_out(pattern))
      throw Error(ErrorKind::config,
                  fmt::format("files = \"{}\": leaves the folder of the sweep file, link it there", pattern));
    ::glob_t found{};
    if (::glob((escaped(folder) + '/' + pattern).c_str(), 0, nullptr, &found) == 0)
      for (std::size_t i = 0; i < found.gl_pathc; ++i)
        names.push_back(std::string(found.gl_pathv[i]).substr(folder.size() + 1));
    const bool none = found.gl_pathc == 0;
    ::globfree(&found);
    if (none)
      throw Error(ErrorKind::config,
                  fmt::format("files = \"{}\": there is no such file beside the sweep file", pattern));
  }
  return names;
}

}  // namespace icsweep
