#include "io/store/lease.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <thread>

#include "io/base/shortage.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/whole_file.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

/// Removes files STORE.lease.HOST.PID of launches on this host that were killed while they wrote their lease.
void remove_leftovers(const std::string& lease) {
  namespace fs = std::filesystem;
  const fs::path path = fs::absolute(lease);
  const std::string beginning = fmt::format("{}.{}.", path.filename().string(), host_name());
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(beginning)) continue;
    const auto pid = whole_number(std::string_view(name).substr(beginning.size()));
    if (pid && *pid > 0 && start_of(*pid) == 0) fs::remove(entry.path(), error);
  }
}

/// A living launch renews its lease within this time. A launch that succeeds a living one waits as long before it
/// begins. If a launch was stopped for longer and then finds no lease, its successor may have had it.
constexpr std::chrono::milliseconds late_renewal = lease_renewal + std::chrono::milliseconds(500);

/// A launch that can neither read nor write its lease, since too many files are open, tries for this time. Launches on
/// other hosts wait longer for a renewal.
constexpr std::chrono::milliseconds longest_shortage(10'000);

double seconds_since_boot() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Like comes_true(), but throws Error(stopped) if the launch is asked to stop.
bool waits_for(const std::string& store, const std::function<bool()>& happens, std::chrono::milliseconds patience,
               const LeaseWait& wait) {
  const auto happens_or_stops = [&] {
    if (wait.stop())
      throw Error(
          ErrorKind::stopped,
          fmt::format("{}: stopped while it waited for the lease; nothing has begun, run the same command", store));
    return happens();
  };
  return comes_true(happens_or_stops, patience);
}

Holder self_of(int ranks, const BatchJob& job, const FleetEntry& fleet) {
  Holder self;
  self.host = host_name();
  self.pid = getpid();
  self.pid_start = start_of(self.pid);
  self.ranks = ranks;
  self.rewrites = ranks == 0;
  self.job = job.id;
  self.restarts = job.restarts;
  self.launcher = job.launcher;
  self.launch = job.launch;
  self.machine = machine_id();
  self.door = fleet.door, self.door_key = fleet.door_key;
  return self;
}

}  // namespace

bool precedes(const Heartbeat& launch, const BatchJob& job) {
  const bool requeued = !job.id.empty() && launch.job == job.id && launch.restarts < job.restarts,
             again = !job.launcher.empty() && launch.launcher == job.launcher && launch.launch < job.launch;
  return requeued || again;
}

Lease::Lease(const std::string& store, int ranks, std::chrono::milliseconds patience, const BatchJob& job,
             const LeaseWait& wait, const FleetEntry& fleet)
    : joins_(fleet.joins),
      path_(lease_path(store)),
      fresh_(fmt::format("{}.{}.{}", path_, host_name(), getpid())),
      self_(self_of(ranks, job, fleet)),
      watch_(store, holder_text(self_)),
      renewed_(seconds_since_boot()) {
  if (!write_fresh({})) {
    const bool full = errno == ENOSPC || errno == EDQUOT;
    const std::string reason = std::strerror(errno),
                      advice = full ? "free some space" : "name a store in a folder that you may write to";
    std::remove(fresh_.c_str());
    throw Error(ErrorKind::store, fmt::format("{}: the folder cannot be written ({}), {}", store, reason, advice));
  }
  try {
    take(store, patience, wait);
  } catch (...) {
    std::remove(fresh_.c_str());
    if (watch_.is_own() == true) std::remove(path_.c_str());  // stopped after it had made the link
    throw;
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { keep_alive(stop); });
}

/// True if an unreadable lease is replaced or removed within `patience`.
bool Lease::is_rewritten(const std::string& store, std::chrono::milliseconds patience, const LeaseWait& wait) const {
  struct stat before {};
  if (::lstat(path_.c_str(), &before) != 0) return errno == ENOENT;
  if (!S_ISREG(before.st_mode))
    throw Error(ErrorKind::store, fmt::format("{}: is not a regular file and so not a lease, remove it", path_));
  const bool readable = ::access(path_.c_str(), R_OK) == 0;
  wait.announce(fmt::format("{}: its lease {}; waiting up to {:g} s for it to be rewritten", store,
                            readable ? "is torn" : fmt::format("cannot be read ({})", std::strerror(errno)),
                            std::chrono::duration<double>(patience).count()));
  const auto is_another = [&] {
    struct stat now {};
    return ::lstat(path_.c_str(), &now) != 0 || now.st_ino != before.st_ino ||
           now.st_mtim.tv_nsec != before.st_mtim.tv_nsec;
  };
  return waits_for(store, is_another, patience, wait);
}

/// True if the launch that wrote the lease lives.
bool Lease::is_held(const std::string& store, const Heartbeat& other, std::chrono::milliseconds patience,
                    const LeaseWait& wait) {
  if (is_here(other) && (!joins_ || !is_alive(other))) return is_alive(other);
  const auto is_gone = [this] { return ::access(path_.c_str(), F_OK) != 0 && errno == ENOENT; };
  const auto shows = [&](std::chrono::milliseconds within) {
    return waits_for(
        store, [&] { return is_gone() || has_moved(store, other); }, within, wait);
  };
  // A launch that joins usually finds a living one, which shows soon.
  const auto soon = joins_ ? std::min(patience, std::chrono::milliseconds(3000)) : std::chrono::milliseconds(0);
  if (joins_ && shows(soon)) return !is_gone();
  if (patience > soon)
    wait.announce(fmt::format("{}: waiting up to {:g} s for a sign of life from the launch on host {}", store,
                              std::chrono::duration<double>(patience).count(), printable(other.host)));
  return shows(patience - soon) && !is_gone();
}

/// Moves a dead lease aside; moves it back if it is another one than the dead one.
void Lease::move_aside(const std::string& store, const std::optional<Heartbeat>& seen) {
  const std::string aside = fresh_ + ".dead";
  if (std::rename(path_.c_str(), aside.c_str()) != 0) {
    if (errno == ENOENT) return;
    throw Error(ErrorKind::store, fmt::format("{}: the lease of a dead launch cannot be removed ({}), remove it", store,
                                              std::strerror(errno)));
  }
  const auto moved = read_lease(aside);
  if (moved && seen && (moved->pid != seen->pid || moved->counter != seen->counter)) [[maybe_unused]]
    const int ignored = ::link(aside.c_str(), path_.c_str());  // unless another launch took it
  std::remove(aside.c_str());
  left_behind_ = !(moved && moved->rewrites);
  if (moved) ranks_left_behind_ = moved->ranks;
  if (moved) self_.epoch = std::max(self_.epoch, moved->epoch + 1);
  write_fresh({});
}

/// Creates the lease with a hard link, which fails if the file exists. Only one of several launches therefore gets it.
void Lease::take(const std::string& store, std::chrono::milliseconds patience, const LeaseWait& wait) {
  std::chrono::milliseconds look_again(50);
  for (;;) {
    if (::link(fresh_.c_str(), path_.c_str()) == 0) {
      // Looks again after a pause. A launch that saw the dead lease may still move ours aside, and a third one link its
      // own. A living launch that is succeeded may just be renewing its lease.
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      waits_for(
          store, [] { return false; }, look_again - std::chrono::milliseconds(50), wait);
      if (watch_.is_own() == true) break;
      continue;
    }
    if (errno != EEXIST)
      throw Error(ErrorKind::store,
                  fmt::format("{}: its lease cannot be made ({}), name another place", store, std::strerror(errno)));
    const auto other = read_heartbeat(store);
    if (!other && is_rewritten(store, patience, wait)) {
      if (::access(path_.c_str(), R_OK) == 0 || errno == ENOENT) continue;
      throw Error(
          ErrorKind::store,
          fmt::format("{}: another launch is writing it (its lease cannot be read: {}); wait for it or stop it first",
                      store, std::strerror(errno)));
    }
    const bool succeeds = other && precedes(*other, {self_.job, self_.restarts, self_.launcher, self_.launch});
    if (succeeds && (!is_here(*other) || is_alive(*other))) look_again = late_renewal;
    if (other && !succeeds && is_held(store, *other, patience, wait))
      throw LeaseHeld(
          fmt::format("{}: another launch is writing it (host {}, process {}); wait for it or stop it first{}", store,
                      other->host, other->pid, self_.rewrites || other->rewrites ? "" : ", or help it with --join"),
          *other);
    move_aside(store, other);
  }
  std::remove(fresh_.c_str());
  remove_leftovers(path_);
}

Lease::~Lease() {
  thread_.request_stop();
  thread_.join();
  std::remove(fresh_.c_str());
  if (watch_.is_own() == true) std::remove(path_.c_str());
}

/// Renews the lease while the launch plans or computes for long without news; other hosts would otherwise think that it
/// is dead. Checks so often that no renewal is later than late_renewal.
void Lease::keep_alive(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds look_every = std::chrono::milliseconds(lease_renewal) / 8;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, stop, look_every, [] { return false; }) && !stop.stop_requested())
    if (Clock::now() - last_beat_ >= lease_renewal && Clock::now() - last_renewal_ >= lease_renewal) renew();
}

/// Writes the last news with the next count if this launch still has the lease; returns true if it has. A lease can be
/// missing because somebody removed it or, if this process was stopped for longer than late_renewal, because a launch
/// succeeded this one.
bool Lease::renew() {
  const bool written = write_fresh(news_);
  written_ = false;
  const double now = seconds_since_boot(), age = now - renewed_;
  const auto seen = watch_.is_own();
  shortage_ = !seen && is_shortage(errno) ? errno : 0;
  const std::chrono::duration<double> longest = shortage_ == 0 ? late_renewal : longest_shortage;
  const bool own = seen.value_or(age < longest.count());
  last_renewal_ = Clock::now();
  if (!own) {
    std::remove(fresh_.c_str());  // this process may end at once, without the destructor
    return false;
  }
  if (shortage_ != 0) return true;
  if (written && std::rename(fresh_.c_str(), path_.c_str()) == 0) renewed_ = now, written_ = true;
  else if (::utimensat(AT_FDCWD, path_.c_str(), nullptr, 0) == 0) renewed_ = now;  // needs no space on a full disk
  return true;
}

/// The error of a launch that has lost its lease.
LeaseLost Lease::lost() const {
  return shortage_ == 0 ? watch_.taken_over() : watch_.unreadable(shortage_);
}

void Lease::begin_epoch_after(int epoch) {
  const std::lock_guard lock(mutex_);
  self_.epoch = std::max(self_.epoch, epoch + 1);
}

bool Lease::write_fresh(Heartbeat news) {
  ++self_.counter;
  static_cast<Holder&>(news) = self_;
  news.written = seconds_since_1970();
  // The name is predictable: avoids writing into somebody else's file.
  if (::unlink(fresh_.c_str()) != 0 && errno != ENOENT) return false;
  const int file = ::open(fresh_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return false;
  const bool written = write_all(file, to_text(news) + "\n");
  const int error = errno;
  const bool closed = ::close(file) == 0;
  if (!written) errno = error;
  return written && closed;
}

void Lease::beat(Heartbeat news) {
  const std::lock_guard lock(mutex_);
  last_beat_ = Clock::now();
  news_ = std::move(news);
  if (!renew()) throw lost();
}

bool Lease::give_up(const std::string& guest) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(self_.given_up, guest) == self_.given_up.end()) self_.given_up.push_back(guest);
  if (!renew()) throw lost();
  return written_;
}

void Lease::set_guests(std::vector<GuestNews> guests) {
  const std::lock_guard lock(mutex_);
  self_.guests = std::move(guests);
}

}  // namespace icsweep
