#include "engine/commands/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "io/base/error.hpp"
#include "io/base/phrases.hpp"
#include "io/base/shipped.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

std::string title_of(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line))
    if (line.starts_with("# ")) return line.substr(2);
  return path.stem().string();
}

std::vector<Page> pages_of(const fs::path& folder, const std::string& shelf) {
  std::vector<Page> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder / shelf, none))
    if (const fs::path& path = entry.path(); path.extension() == ".md")
      found.push_back({path.stem() == "README" ? shelf : path.stem().string(), shelf, title_of(path), path.string()});
  std::ranges::sort(found, {}, &Page::name);
  return found;
}

}  // namespace

std::vector<Page> pages() {
  std::vector<Page> all;
  if (shipped_folder().empty()) return all;
  const fs::path folder = fs::path(shipped_folder()).parent_path() / "doc/icsweep";
  for (const char* shelf : {"start", "guides", "reference", "background", "measurements", "results"})
    std::ranges::move(pages_of(folder, shelf), std::back_inserter(all));
  return all;
}

Page find_page(const std::string& name) {
  std::vector<std::string> names;
  for (const Page& page : pages()) {
    if (page.name == name || page.shelf + '/' + page.name == name) return page;
    names.push_back(page.name);
  }
  if (names.empty())
    throw Error(ErrorKind::config, fmt::format("help: there is no share/doc/icsweep beside {}, install icsweep as a "
                                               "whole; icsweep {}--help prints {} options",
                                               program_path(), name.empty() ? "" : name + ' ',
                                               name.empty() ? "commands and" : "a command's"));
  throw Error(ErrorKind::config, fmt::format("help: there is no page and no command \"{}\"{}", name,
                                             suggestion(name, names, "icsweep help lists them")));
}

}  // namespace icsweep
