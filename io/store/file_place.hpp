// Whether a path still names the file that was opened by it.
#pragma once

#include <sys/types.h>

#include <string>

namespace icsweep {

/// Of a file that other programs may remove, replace or overwrite while it is open. Its size is fixed from the start.
class FilePlace {
 public:
  /// Opens it, for nothing but to know it again. A file that is not there is the caller's to report.
  explicit FilePlace(std::string path);
  ~FilePlace();
  FilePlace(const FilePlace&) = delete;
  FilePlace& operator=(const FilePlace&) = delete;

  /// Throws Error(store) if the file was deleted, moved, replaced or cut, saying which and where its content is now.
  /// What cannot be told, as on a file server that does not answer, is no reason.
  void expect() const;

 private:
  std::string whereabouts() const;

  std::string path_;
  int descriptor_;
  off_t size_ = 0;
};

}  // namespace icsweep
