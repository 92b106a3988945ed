// A folder beside a store whose files this program makes and removes: never somebody else's.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// The folder is opened once; its files are opened, replaced and removed relative to that descriptor, without following
/// links. Whoever puts a link in the folder's place later changes nothing.
class OwnFolder {
 public:
  /// `store`: its owner may own the folder too, beside this process's user. A folder that is not there has no files.
  /// Throws Error(store) if it is a link or no folder, belongs to somebody else, or cannot be opened.
  OwnFolder(std::string path, const std::string& store);
  ~OwnFolder();
  OwnFolder(OwnFolder&& other) noexcept;
  OwnFolder& operator=(OwnFolder&&) = delete;

  bool is_there() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  const std::string& path() const { return path_; }
  std::vector<std::string> names() const;

  static constexpr const char* half_written = ".partial";  ///< after a file's name
  /// Writes the parts beside the file, syncs them and puts them in the file's place. False, with errno,
  /// if something fails; what stood there before then still does.
  bool replace(const std::string& name, std::initializer_list<std::string_view> parts) const;
  /// Gives a file another name within the folder; false if it is not there.
  bool rename(const std::string& name, const std::string& other) const;
  /// A file or link; a folder stays.
  void remove(const std::string& name) const;

 private:
  std::string path_;
  int descriptor_;
};

}  // namespace icsweep
