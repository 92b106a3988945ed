// Where a program writes its checkpoints, and icsweep takes them from.
#pragma once

#include <string>

#include "io/temporary_folder.hpp"

namespace icsweep {

/// A private folder for one checkpoint at a time.
class CheckpointFolder {
 public:
  /// The checkpoint's path: a file or nothing.
  std::string path() const { return folder_.path() + "/checkpoint"; }
  /// Writes the bytes there. Throws Error(config) if it cannot.
  void put(const std::string& bytes) const;
  /// Removes whatever is there.
  void clear() const;
  /// The bytes of the file there, which is removed. Throws std::runtime_error with one line if there is none, or if it
  /// has more than `most` bytes.
  std::string take(std::size_t most) const;

 private:
  PrivateFolder folder_{"program"};
};

}  // namespace icsweep
