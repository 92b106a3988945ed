#include "engine/fleet/keys.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "io/base/descriptor.hpp"
#include "io/base/error.hpp"
#include "io/base/whole_file.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {
namespace {

constexpr std::size_t key_size = 40, longest_admission = 200;

std::string admission_text(const Admission& a) {
  return fmt::format("{} {} {}\n", a.port, a.guest.open, a.guest.secret);
}

[[noreturn]] void fail_admission(const std::string& path) {
  throw Error(ErrorKind::store, fmt::format("{}: cannot be written ({}), and nobody could join; run without --join",
                                            path, std::strerror(errno)));
}

/// Throws Error(config) if the file is not this user's alone.
void expect_private(const std::string& path, const struct stat& status) {
  if (status.st_uid != ::geteuid())
    throw Error(ErrorKind::config, fmt::format("{}: belongs to user {}, whose launch is writing the store; use a store "
                                               "of your own",
                                               path, status.st_uid));
  if ((status.st_mode & 077) != 0)
    throw Error(ErrorKind::config,
                fmt::format("{}: others may read it (mode {:03o}); stop the launch that writes the store, remove the "
                            "file and start again",
                            path, status.st_mode & 0777));
}

}  // namespace

CurveKeys new_curve_keys() {
  std::array<char, key_size + 1> open{}, secret{};
  if (::zmq_curve_keypair(open.data(), secret.data()) != 0)
    throw Error(ErrorKind::config, "ZeroMQ makes no keys here: it was built without CURVE; run without --join");
  return {open.data(), secret.data()};
}

std::string admission_path(const std::string& store) {
  return end_of_links(store) + ".key";
}

AdmissionFile::AdmissionFile(const std::string& store, Admission admission)
    : store_(store), admission_(std::move(admission)) {
  const std::string path = admission_path(store), fresh = fmt::format("{}.{}.{}", path, host_name(), ::getpid());
  if (::unlink(fresh.c_str()) != 0 && errno != ENOENT) fail_admission(path);
  const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) fail_admission(path);
  const bool written = write_all(file, admission_text(admission_));
  if (::close(file) == 0 && written && ::rename(fresh.c_str(), path.c_str()) == 0) return;
  const int error = errno;
  std::remove(fresh.c_str());
  errno = error;
  fail_admission(path);
}

AdmissionFile::~AdmissionFile() {
  const std::string path = admission_path(store_);
  if (read_regular_file(path, longest_admission) == admission_text(admission_)) std::remove(path.c_str());
}

std::optional<Admission> read_admission(const std::string& store) {
  const std::string path = admission_path(store);
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    if (errno != EACCES || ::lstat(path.c_str(), &status) != 0) return std::nullopt;
    expect_private(path, status);
    return std::nullopt;
  }
  expect_private(path, status);
  std::array<char, longest_admission> text{};
  const auto size = ::read(file.number(), text.data(), text.size());
  if (size <= 0) return std::nullopt;
  std::istringstream words(std::string(text.data(), std::size_t(size)));
  Admission a;
  words >> a.port >> a.guest.open >> a.guest.secret;
  for (const std::string* key : {&a.port, &a.guest.open, &a.guest.secret})
    if (key->size() != key_size) return std::nullopt;
  return a;
}

}  // namespace icsweep
