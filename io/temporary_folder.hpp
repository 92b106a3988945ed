// A folder of this process's own, removed with its content when the object is destroyed.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "io/error.hpp"

namespace icsweep {

class TemporaryFolder {
 public:
  /// Throws Error(config) if none can be made in `parent`.
  explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
    std::string name = (std::filesystem::absolute(parent) / "icsweep-XXXXXX").string();
    if (!::mkdtemp(name.data()))
      throw Error(ErrorKind::config,
                  fmt::format("{} cannot be made, set TMPDIR to a folder that can be written", name));
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace icsweep
