#include "tasks/program/checkpoint_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "io/error.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* beginning = "icsweep-program-";  // of the folder's name

/// Opens and locks the folder; -1 if somebody else has the lock, or it is gone.
int locked(const std::string& folder) {
  const int lock = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat opened {
  }, there{};
  if (lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0 && ::fstat(lock, &opened) == 0 &&
      ::lstat(folder.c_str(), &there) == 0 && opened.st_ino == there.st_ino && opened.st_dev == there.st_dev)
    return lock;
  if (lock >= 0) ::close(lock);
  return -1;
}

/// Removes this user's folders whose processes are dead.
void remove_left_over(const fs::path& parent) {
  std::error_code error;
  for (fs::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
    const std::string folder = at->path().string();
    struct stat status {};
    if (!at->path().filename().string().starts_with(beginning) || ::lstat(folder.c_str(), &status) != 0 ||
        !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid())
      continue;
    const int lock = locked(folder);
    std::error_code ignored;
    if (lock < 0) continue;
    fs::remove_all(folder, ignored);
    ::close(lock);
  }
}

}  // namespace

CheckpointFolder::CheckpointFolder() {
  std::error_code error;
  const fs::path parent = fs::absolute(fs::temp_directory_path(error), error);
  remove_left_over(parent);
  for (int attempt = 0; lock_ < 0 && attempt < 10; ++attempt) {  // another process may remove it before it is locked
    folder_ = (parent / fmt::format("{}XXXXXX", beginning)).string();
    if (!::mkdtemp(folder_.data())) break;
    lock_ = locked(folder_);
  }
  if (lock_ < 0)
    throw Error(ErrorKind::config, fmt::format("{} cannot be made ({}), set TMPDIR to a folder that can be written",
                                               folder_, std::strerror(errno)));
}

CheckpointFolder::~CheckpointFolder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  ::close(lock_);
}

void CheckpointFolder::put(const std::string& bytes) const {
  clear();
  write_whole_file(path(), {bytes});
}

void CheckpointFolder::clear() const {
  std::error_code ignored;
  fs::remove_all(path(), ignored);
}

std::string CheckpointFolder::take(std::size_t most) const {
  auto bytes = read_regular_file(path(), most + 1);
  const int error = errno;
  clear();
  if (!bytes)
    throw std::runtime_error(
        fmt::format("said that it saved, and there is no file {} ({})", path(), std::strerror(error)));
  if (bytes->size() > most)
    throw std::runtime_error(
        fmt::format("saved more than {} MiB, which is more than a checkpoint may have", most >> 20));
  return std::move(*bytes);
}

}  // namespace icsweep
