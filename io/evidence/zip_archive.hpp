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

/// The bytes of an archive of these files, by path within it; the same files give the same bytes.
std::string zip_of(const std::map<std::string, std::string>& files);

/// Whether the file begins as a zip archive does.
bool is_zip(const std::string& path);

/// An archive that somebody else may have made.
class ZipReader {
 public:
  /// Throws Error(config) if it cannot be read, has more than 10 000 files, or a name twice, that leads out of it, or
  /// that is not printable.
  explicit ZipReader(const std::string& path);

  const std::vector<std::string>& names() const { return names_; }
  /// Hands the file to `take` piece by piece. Throws Error(config) if there is none, if it does not have its
  /// checksum, or if it has more than 16 MiB and 200 times its size in the archive.
  void read(const std::string& name, const std::function<void(std::string_view)>& take) const;
  /// The whole file; throws Error(config) beyond `most` bytes too.
  std::string text(const std::string& name, std::size_t most) const;

 private:
  std::string path_;
  std::unique_ptr<zip, void (*)(zip*)> archive_;
  std::vector<std::string> names_;
};

}  // namespace icsweep
