// Checks that a path still names the file that was opened by it.
#pragma once

#include <sys/types.h>

#include <string>

namespace icsweep {

/// The place of an open file of fixed size, which other programs may remove, replace or overwrite.
class FilePlace {
 public:
  /// Opens the file only in order to recognise it later. The caller reports a missing file.
  explicit FilePlace(std::string path);
  ~FilePlace();
  FilePlace(const FilePlace&) = delete;
  FilePlace& operator=(const FilePlace&) = delete;

  /// Throws Error(store) if the file was deleted, moved, replaced or cut. The message says which, and where the content
  /// is now. Does not throw if that cannot be determined, for example if a file server does not answer.
  void expect() const;

 private:
  std::string whereabouts() const;

  std::string path_;
  int descriptor_;
  off_t size_ = 0;
};

}  // namespace icsweep
