// A folder among the temporary files that belongs to one process.
#pragma once

#include <string>

namespace icsweep {

/// A new folder "icsweep-KIND-XXXXXX" in TMPDIR (else /tmp). The process locks it while it lives and removes it at its
/// end; a later process removes the folder of a killed one. A file ".icsweep" in it proves that icsweep made it: a
/// folder without that file, or with another folder's, is never removed.
class PrivateFolder {
 public:
  /// Removes what killed processes left of this kind. Throws Error(config) if no folder can be made.
  explicit PrivateFolder(const std::string& kind);
  /// Removes the folder, unless this process is a forked copy of the one that made it.
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
