#include "io/base/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "io/base/error.hpp"
#include "io/base/shortage.hpp"
#include "io/base/variable.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark_name = ".icsweep";

/// Identifies the folder itself: a copied or renamed folder has another inode or name.
std::string mark_of(const fs::path& folder, ino_t inode) {
  return fmt::format("made by icsweep, removed by it: {} {}\n", folder.filename().string(), inode);
}

bool is_ours(const fs::path& folder, const struct stat& status) {
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid()) return false;
  const auto mark = read_regular_file((folder / mark_name).string(), 4096);
  return mark && *mark == mark_of(folder, status.st_ino);
}

/// Opens and locks the folder; -1 if another process has the lock or the folder is gone.
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

/// Removes this user's marked folders whose processes are dead.
void remove_left_over(const fs::path& parent, const std::string& beginning) {
  std::error_code error;
  for (fs::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
    const fs::path& folder = at->path();
    struct stat status {};
    if (!folder.filename().string().starts_with(beginning) || ::lstat(folder.c_str(), &status) != 0 ||
        !is_ours(folder, status))
      continue;
    const int lock = locked(folder.string());
    if (lock < 0) continue;
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    ::close(lock);
  }
}

[[noreturn]] void refuse_folder(const std::string& path, int reason) {
  const std::string why = fmt::format("{} cannot be made ({})", path, std::strerror(reason));
  if (is_shortage(reason)) throw Shortage(why);
  throw Error(ErrorKind::config, why + ", set TMPDIR to a folder that can be written");
}

/// Makes a folder whose name is `beginning` and six letters, and returns its path.
std::string new_folder(const fs::path& parent, const std::string& beginning) {
  std::string path = (fs::absolute(parent) / (beginning + "XXXXXX")).string();
  if (!::mkdtemp(path.data())) refuse_folder(path, errno);
  return path;
}

}  // namespace

fs::path temporary_place() {
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (const std::string place = variable(name); !place.empty()) return fs::absolute(place);
  return "/tmp";
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) : path_(new_folder(parent, "icsweep-")) {}

PrivateFolder::PrivateFolder(const std::string& kind) : owner_(::getpid()) {
  const fs::path parent = temporary_place();
  const std::string beginning = fmt::format("icsweep-{}-", kind);
  remove_left_over(parent, beginning);
  path_ = new_folder(parent, beginning);
  struct stat status {};
  if ((lock_ = locked(path_)) >= 0 && ::fstat(lock_, &status) == 0) {
    write_whole_file((fs::path(path_) / mark_name).string(), {mark_of(path_, status.st_ino)});
    return;
  }
  const int reason = errno;
  ::rmdir(path_.c_str());
  refuse_folder(path_, reason);
}

PrivateFolder::~PrivateFolder() {
  if (owner_ == ::getpid()) {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ::close(lock_);
}

}  // namespace icsweep
