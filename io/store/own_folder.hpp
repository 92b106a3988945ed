// A folder beside a store whose files this program makes and removes. It is never a folder of somebody else.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// The folder is opened once. Its files are opened, replaced and removed relative to that descriptor, without following
/// links. Replacing the folder by a link later has no effect.
class OwnFolder {
 public:
  /// The folder must belong to this process's user or the owner of `store`. A missing folder has no files. Throws
  /// Error(store) if it is a link, is not a folder, belongs to somebody else, or cannot be opened.
  OwnFolder(std::string path, const std::string& store);
  ~OwnFolder();
  OwnFolder(OwnFolder&& other) noexcept;
  OwnFolder& operator=(OwnFolder&&) = delete;

  bool is_there() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  const std::string& path() const { return path_; }
  std::vector<std::string> names() const;

  static constexpr const char* half_written = ".partial";  ///< after a file's name
  /// Writes the parts beside the file, syncs them and renames them into place. Returns false, with errno, on failure;
  /// the existing file then stays.
  bool replace(const std::string& name, std::initializer_list<std::string_view> parts) const;
  /// Removes a file or link, but not a folder.
  void remove(const std::string& name) const;

 private:
  std::string path_;
  int descriptor_;
};

}  // namespace icsweep
