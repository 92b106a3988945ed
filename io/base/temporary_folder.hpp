// Temporary folders that are removed with their content.
#pragma once

#include <filesystem>
#include <string>

namespace icsweep {

/// The place of temporary folders: the first of TMPDIR, TMP, TEMP and TEMPDIR that is set and not empty, else /tmp.
std::filesystem::path temporary_place();

class TemporaryFolder {
 public:
  /// Throws Error(config) or Shortage if no folder can be made in `parent`.
  explicit TemporaryFolder(const std::filesystem::path& parent = temporary_place());
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

/// A new folder "icsweep-KIND-XXXXXX" in temporary_place(). This process locks it and removes it at its end; a later
/// process removes the folder of a killed one. A file ".icsweep" in it proves that icsweep made it. A folder without
/// that file, or with another folder's file, is never removed.
class PrivateFolder {
 public:
  /// Removes folders of this kind that killed processes left behind. Throws Error(config) or Shortage if no folder can
  /// be made.
  explicit PrivateFolder(const std::string& kind);
  /// Removes the folder, but not in a forked copy of the process that made it.
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;
  int owner_;  // the process that made it
};

}  // namespace icsweep
