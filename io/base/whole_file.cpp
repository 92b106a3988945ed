#include "io/base/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

/// A new file beside the target. It is removed unless it is renamed into place.
class FileBeside {
 public:
  explicit FileBeside(const std::string& place)
      : path_(place + ".XXXXXX"), descriptor_(::mkostemp(path_.data(), O_CLOEXEC)) {
    const mode_t mask = ::umask(0);  // mkostemp makes files that others cannot read
    ::umask(mask);
    if (descriptor_ >= 0) ::fchmod(descriptor_, 0666 & ~mask);
  }
  ~FileBeside() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    if (!placed_) ::unlink(path_.c_str());
  }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  bool write(std::string_view part) const { return descriptor_ >= 0 && write_all(descriptor_, part); }
  bool sync() const { return ::fsync(descriptor_) == 0; }
  bool put(const std::string& place) { return placed_ = ::rename(path_.c_str(), place.c_str()) == 0; }

 private:
  std::string path_;
  int descriptor_;
  bool placed_ = false;
};

/// Like the public function; sets `error` if the chain has no end.
std::filesystem::path end_of_links(std::filesystem::path place, std::error_code& error) {
  for (int links = 0; std::filesystem::is_symlink(std::filesystem::symlink_status(place, error)); ++links) {
    if (links == 40) error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    if (error) break;
    place = place.parent_path() / std::filesystem::read_symlink(place, error);
  }
  if (error == std::errc::no_such_file_or_directory) error.clear();  // the file does not exist yet
  return place;
}

}  // namespace

std::string end_of_links(const std::string& path) {
  std::error_code error;
  const auto place = end_of_links(std::filesystem::path(path), error);
  return error ? path : place.string();
}

std::optional<std::string> read_regular_file(const std::string& path, std::size_t most) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat status {};
  bool sound = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  if (!sound) errno = EINVAL;
  std::string text;
  char block[65536];
  for (ssize_t size = 1; sound && size > 0 && text.size() < most;) {
    size = ::read(file, block, std::min(sizeof block, most - text.size()));
    sound = size >= 0 || errno == EINTR;
    if (size > 0) text.append(block, std::size_t(size));
    if (size < 0 && sound) size = 1;  // reads again after an interruption
  }
  const int error = errno;
  ::close(file);
  errno = error;
  return sound ? std::optional(std::move(text)) : std::nullopt;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    text.remove_prefix(std::size_t(std::max<ssize_t>(written, 0)));
  }
  return true;
}

void write_whole_file(const std::string& path, std::initializer_list<std::string_view> parts, Durability durability) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorKind::config, fmt::format("{}: cannot be written ({}), name another place", path, why));
  };
  std::error_code error;
  const std::filesystem::path place = end_of_links(std::filesystem::path(path), error);
  if (error) fail(error.message());
  if (std::filesystem::exists(place, error) && !std::filesystem::is_regular_file(place, error))
    fail("it is not a regular file");
  FileBeside file(place.string());
  bool whole = file.write("");
  for (const std::string_view part : parts) whole = whole && file.write(part);
  if (durability == Durability::synced) whole = whole && file.sync();
  if (!whole || !file.put(place.string())) fail(std::strerror(errno));
}

void expect_another_file(const std::string& path, const std::string& source) {
  std::error_code error;
  if (std::filesystem::equivalent(path, source, error))
    throw Error(ErrorKind::config, fmt::format("{}: is the store itself, name another file with -o", path));
}

std::string hash_text(std::uint64_t high, std::uint64_t low) {
  std::string text(32, '0');
  for (std::size_t i = 0; i < 32; ++i)
    text[i] = "0123456789abcdef"[((i < 16 ? high : low) >> (4 * (15 - i % 16))) & 15];
  return text;
}

std::pair<std::uint64_t, std::uint64_t> content_bits(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return {hash.high64, hash.low64};
}

std::string content_hash(std::string_view content) {
  const auto [high, low] = content_bits(content);
  return hash_text(high, low);
}

}  // namespace icsweep
