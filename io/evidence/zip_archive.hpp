// Zip archives, by libzip.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct zip;

namespace icsweep {

/// The bytes of an archive of these files, by path. The same files give the same bytes.
std::string zip_of(const std::map<std::string, std::string>& files);

/// True if the file begins with the signature of a zip archive.
bool is_zip(const std::string& path);

/// Reads an archive that may come from somebody else.
class ZipReader {
 public:
  /// Throws Error(config) if the archive cannot be read, has more than 10 000 files, or has a name that occurs twice,
  /// leads out of it, or is not printable.
  explicit ZipReader(const std::string& path);

  const std::vector<std::string>& names() const { return names_; }
  /// Calls `take` with the file piece by piece. Throws Error(config) if there is no such file, if its checksum is
  /// wrong, or if it is larger than both 16 MiB and 200 times its packed size.
  void read(const std::string& name, const std::function<void(std::string_view)>& take) const;
  /// Returns the whole file. Throws as read() does, and if the file exceeds `most` bytes.
  std::string text(const std::string& name, std::size_t most) const;

 private:
  std::string path_;
  std::unique_ptr<zip, void (*)(zip*)> archive_;
  std::vector<std::string> names_;
};

}  // namespace icsweep
