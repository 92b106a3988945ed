#include "io/store/own_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "io/base/error.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::store, fmt::format("{}: {}, move it away", path, why));
}

void expect_owner(int folder, const std::string& path, const std::string& store) {
  struct stat own {
  }, stored{};
  if (::fstat(folder, &own) != 0) refuse(path, fmt::format("cannot be examined ({})", std::strerror(errno)));
  if (own.st_uid == ::geteuid() || (::stat(store.c_str(), &stored) == 0 && own.st_uid == stored.st_uid)) return;
  refuse(path, fmt::format("is a folder of another user (number {})", own.st_uid));
}

}  // namespace

OwnFolder::OwnFolder(std::string path, const std::string& store)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    if (errno == ENOENT) return;
    const int error = errno;
    struct stat there {};
    if (::lstat(path_.c_str(), &there) == 0 && S_ISLNK(there.st_mode))
      refuse(path_, "is a link, not a folder of its own");
    refuse(path_, error == ENOTDIR ? "is not a folder" : fmt::format("cannot be opened ({})", std::strerror(error)));
  }
  try {
    expect_owner(descriptor_, path_, store);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

OwnFolder::OwnFolder(OwnFolder&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

OwnFolder::~OwnFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::vector<std::string> OwnFolder::names() const {
  std::vector<std::string> names;
  const int again = is_there() ? ::openat(descriptor_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(again >= 0 ? ::fdopendir(again) : nullptr, ::closedir);
  if (!folder && again >= 0) ::close(again);
  while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

bool OwnFolder::replace(const std::string& name, std::initializer_list<std::string_view> parts) const {
  const std::string partial = name + half_written;
  ::unlinkat(descriptor_, partial.c_str(), 0);  // left by a killed process
  const int file = ::openat(descriptor_, partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return false;
  bool whole = true;
  for (const std::string_view part : parts) whole = whole && write_all(file, part);
  whole = whole && ::fsync(file) == 0;
  int error = errno;
  if (::close(file) != 0 && whole) {
    whole = false;
    error = errno;
  }
  if (whole && ::renameat(descriptor_, partial.c_str(), descriptor_, name.c_str()) == 0) return true;
  if (whole) error = errno;
  ::unlinkat(descriptor_, partial.c_str(), 0);
  errno = error;
  return false;
}

void OwnFolder::remove(const std::string& name) const {
  if (is_there()) ::unlinkat(descriptor_, name.c_str(), 0);
}

}  // namespace icsweep
