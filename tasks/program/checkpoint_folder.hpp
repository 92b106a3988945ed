// Where a program writes its checkpoints, and icsweep takes them from.
#pragma once

#include <optional>
#include <string>

namespace icsweep {

/// A folder of this process's own among the temporary files, for one checkpoint at a time. The process
/// locks the folder while it lives and removes it at its end. What a killed process left, the next process removes.
class CheckpointFolder {
 public:
  /// Throws Error(config) if none can be made.
  CheckpointFolder();
  ~CheckpointFolder();
  CheckpointFolder(const CheckpointFolder&) = delete;
  CheckpointFolder& operator=(const CheckpointFolder&) = delete;

  /// The checkpoint's path: a file or nothing.
  std::string path() const { return folder_ + "/checkpoint"; }
  /// Writes the bytes there. Throws Error(config) if it cannot.
  void put(const std::string& bytes) const;
  /// Removes whatever is there.
  void clear() const;
  /// The bytes of the file there, which is removed. Throws std::runtime_error with one line if there is none, or if it
  /// has more than `most` bytes.
  std::string take(std::size_t most) const;

 private:
  std::string folder_;
  int lock_ = -1;
};

}  // namespace icsweep
