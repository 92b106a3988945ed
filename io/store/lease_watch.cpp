#include "io/store/lease_watch.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "io/base/shortage.hpp"
#include "io/store/given_up.hpp"
#include "io/store/running_clock.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

constexpr auto read_again = std::chrono::milliseconds(100);

}  // namespace

LeaseWatch::LeaseWatch(const std::string& store, std::string holder, std::chrono::milliseconds patience)
    : store_(store), path_(lease_path(store)), holder_(std::move(holder)), patience_(patience) {}

LeaseWatch::LeaseWatch(const std::string& store, std::string holder, std::string guest)
    : LeaseWatch(store, std::move(holder)) {
  guest_ = std::move(guest);
}

std::optional<bool> LeaseWatch::is_own() const {
  const auto beginning = read_regular_file(path_, holder_.size());
  if (!beginning) return std::nullopt;
  errno = EINVAL;
  if (beginning->size() < holder_.size()) return std::nullopt;
  return *beginning == holder_;
}

std::string LeaseWatch::counter() const {
  constexpr std::size_t counter_size = 32;  // followed by "counter":N,
  const std::string beginning = read_regular_file(path_, holder_.size() + counter_size).value_or("");
  struct stat status {};
  if (!beginning.starts_with(holder_) || ::stat(path_.c_str(), &status) != 0) return "";
  return fmt::format("{}{}.{}", beginning.substr(holder_.size()), status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

bool LeaseWatch::Version::operator==(const Version& other) const {
  const auto equal = [](const timespec& a, const timespec& b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
  };
  return device == other.device && inode == other.inode && size == other.size && equal(modified, other.modified) &&
         equal(changed, other.changed);
}

/// The size is -1 if there is no lease.
LeaseWatch::Version LeaseWatch::version() const {
  struct stat now {};
  if (::stat(path_.c_str(), &now) != 0) return {};
  return {now.st_dev, now.st_ino, now.st_size, now.st_mtim, now.st_ctim};
}

void LeaseWatch::expect() const {
  const Version present = version();
  const auto began = std::chrono::steady_clock::now();
  if (present.size >= 0 && present == seen_ && began - read_ < read_again) return;
  seen_ = {};
  const auto start = RunningClock::now();
  for (;;) {
    const auto own = is_own();
    const auto given_up = own == true ? is_given_up() : false;
    const int shortage = (!own || !given_up) && is_shortage(errno) ? errno : 0;
    if (given_up == true)
      throw GivenUp(ErrorKind::store, fmt::format("{}: the launch that it helped has given this one up as silent; this "
                                                  "one ends, and has written nothing since",
                                                  store_));
    if (own == true && given_up == false) {
      seen_ = present, read_ = began;
      return;
    }
    if (own == false) throw taken_over();
    const auto waited = RunningClock::now() - start;
    if (shortage != 0 && waited > 3 * patience_) throw unreadable(shortage);
    if (shortage == 0 && waited > patience_) throw taken_over();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

/// Nothing, with errno, if a shortage prevents reading the lease.
std::optional<bool> LeaseWatch::is_given_up() const {
  if (guest_.empty()) return false;
  errno = EINVAL;
  const auto lease = read_lease(path_);
  if (!lease && is_shortage(errno)) return std::nullopt;
  return lease && std::ranges::find(lease->given_up, guest_) != lease->given_up.end();
}

LeaseLost LeaseWatch::taken_over() const {
  return LeaseLost(ErrorKind::store,
                   fmt::format("{}: another launch took the store over, or its lease was removed, while this "
                               "one was cut off or silent; this launch ends",
                               store_));
}

LeaseLost LeaseWatch::unreadable(int error) const {
  return LeaseLost(ErrorKind::store,
                   fmt::format("{}: its lease can no longer be read ({}), so this launch ends; allow more open files "
                               "(ulimit -n) or free memory on host {}",
                               store_, std::strerror(error), host_name()));
}

}  // namespace icsweep
