#include "io/store/file_place.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

/// True if the file is missing twice. A file that another host replaces may be missing for a moment.
bool is_gone(const std::string& path, struct stat& there) {
  const auto missing = [&] { return ::stat(path.c_str(), &there) != 0 && (errno == ENOENT || errno == ENOTDIR); };
  if (!missing()) return false;
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  return missing();
}

const std::string gone = "is gone";

}  // namespace

FilePlace::FilePlace(std::string path)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat own {};
  if (descriptor_ >= 0 && ::fstat(descriptor_, &own) == 0) size_ = own.st_size;
}

FilePlace::~FilePlace() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

/// The present place of the open file, as a phrase; "is gone" if it has no name any more. Linux tracks the names of
/// open files.
std::string FilePlace::whereabouts() const {
  struct stat own {};
  if (::fstat(descriptor_, &own) != 0 || own.st_nlink == 0) return gone;
  std::error_code error;
  const auto name = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", descriptor_), error);
  struct stat there {};
  if (error || ::stat(name.c_str(), &there) != 0 || there.st_ino != own.st_ino || there.st_dev != own.st_dev)
    return "has another name";
  return "is in " + name.string();
}

void FilePlace::expect() const {
  if (descriptor_ < 0) return;
  struct stat own {
  }, there{};
  if (::fstat(descriptor_, &own) != 0 && errno != ESTALE) return;
  const auto fail = [&](const std::string& what) { throw Error(ErrorKind::store, path_ + ": " + what); };
  if (is_gone(path_, there)) {
    const std::string now = whereabouts();
    if (now == gone)
      fail(
          "the store was deleted while it was written, and its results with it; put a copy back or start anew with "
          "the same command");
    fail(
        fmt::format("the store was moved while it was written, the store's file {}; move it back and run the "
                    "same command again",
                    now));
  }
  if (there.st_ino == 0 && there.st_dev == 0) return;  // the file system did not answer
  if (there.st_ino != own.st_ino || there.st_dev != own.st_dev) {
    const std::string now = whereabouts();
    fail(
        fmt::format("another file took the store's place while it was written and was not touched; the store's file "
                    "{}; put the store back or name another",
                    now));
  }
  if (own.st_size != size_)
    fail(
        fmt::format("the store was overwritten while it was written, it has {} bytes instead of {}; put a copy back "
                    "or name another",
                    own.st_size, size_));
}

}  // namespace icsweep
