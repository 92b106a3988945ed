#include "engine/sweep/named_files.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <string_view>

#include "io/error.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

/// The folder's name as a pattern that matches it alone.
std::string escaped(const std::string& folder) {
  std::string pattern;
  for (const char c : folder) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

}  // namespace

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
