// Pages of the installed documentation.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

struct Page {
  std::string name;   ///< of its file, without the ending: "sweep-files"; of a shelf's README.md the shelf
  std::string shelf;  ///< "start", "guides", "reference", "background", "measurements" or "results"
  std::string title;  ///< its first heading
  std::string path;
};

/// All pages of share/doc/icsweep, by shelf and name. Empty if the documentation is not installed.
std::vector<Page> pages();

/// Finds a page by its name, or by "measurements/searches" where two shelves have one of that name. Throws
/// Error(config) with the nearest name for an unknown one.
Page find_page(const std::string& name);

}  // namespace icsweep
