// Folder in which a program writes its checkpoints and from which icsweep reads them.
#pragma once

#include <string>

#include "io/base/temporary_folder.hpp"

namespace icsweep {

/// A private folder that holds one checkpoint at a time.
class CheckpointFolder {
 public:
  /// Path of the checkpoint: a file, or nothing yet.
  std::string path() const { return folder_.path() + "/checkpoint"; }
  /// Writes the bytes to that path. Throws Error(config) if it cannot.
  void put(const std::string& bytes) const;
  /// Removes whatever is at that path.
  void clear() const;
  /// Returns the bytes of the file at that path, and removes it. Throws std::runtime_error with one line if there is no
  /// file, or if it has more than `most` bytes.
  std::string take(std::size_t most) const;

 private:
  PrivateFolder folder_{"program"};
};

}  // namespace icsweep
