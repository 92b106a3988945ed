#include "io/lease.hpp"

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
#include <fstream>
#include <thread>

#include "io/whole_file.hpp"

namespace icsweep {
namespace {

/// Removes what launches on this host left beside the lease when they were killed while they wrote it:
/// STORE.lease.HOST.PID.
void remove_leftovers(const std::string& lease) {
  namespace fs = std::filesystem;
  const fs::path path = fs::absolute(lease);
  const std::string beginning = fmt::format("{}.{}.", path.filename().string(), host_name());
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(beginning)) continue;
    const std::int64_t pid = std::atoll(name.c_str() + beginning.size());
    if (pid > 0 && start_of(pid) == 0) fs::remove(entry.path(), error);
  }
}

double seconds_since_boot() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Whether a lease that cannot be read is written anew, or goes away, within `patience`.
bool is_rewritten(const std::string& path, std::chrono::milliseconds patience) {
  struct stat before {};
  if (::stat(path.c_str(), &before) != 0) return true;
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    struct stat now {};
    if (::stat(path.c_str(), &now) != 0 || now.st_ino != before.st_ino || now.st_mtim.tv_nsec != before.st_mtim.tv_nsec)
      return true;
  }
  return false;
}

Heartbeat self_of(int ranks, const BatchJob& job) {
  Heartbeat self;
  self.host = host_name();
  self.pid = getpid();
  self.pid_start = start_of(self.pid);
  self.ranks = ranks;
  self.job = job.id;
  self.restarts = job.restarts;
  self.launcher = job.launcher;
  self.launch = job.launch;
  self.machine = machine_id();
  return self;
}

}  // namespace

bool precedes(const Heartbeat& launch, const BatchJob& job) {
  const bool requeued = !job.id.empty() && launch.job == job.id && launch.restarts < job.restarts,
             again = !job.launcher.empty() && launch.launcher == job.launcher && launch.launch < job.launch;
  return requeued || again;
}

Lease::Lease(const std::string& store, int ranks, std::chrono::milliseconds patience, const BatchJob& job)
    : path_(lease_path(store)),
      fresh_(fmt::format("{}.{}.{}", path_, host_name(), getpid())),
      self_(self_of(ranks, job)),
      watch_(store, holder_text(self_)),
      renewed_(seconds_since_boot()) {
  if (!write_fresh({})) {
    const std::string reason = std::strerror(errno);
    std::remove(fresh_.c_str());
    throw Error(ErrorKind::store,
                fmt::format("{}: the folder cannot be written ({}), free some space or name another", store, reason));
  }
  try {
    take(store, patience);
  } catch (...) {
    std::remove(fresh_.c_str());
    throw;
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { keep_alive(stop); });
}

/// A link is made only where nothing stands, so one of several launches gets it. A dead lease is moved aside first; if
/// it was not the one that was found dead, it goes back.
void Lease::take(const std::string& store, std::chrono::milliseconds patience) {
  const std::string aside = fresh_ + ".dead";
  auto look_again = std::chrono::milliseconds(50);
  for (;;) {
    if (::link(fresh_.c_str(), path_.c_str()) == 0) {
      // A launch that saw the dead lease may still move ours aside, and a third one link its own; one that is succeeded
      // while it lives may just renew its own: look again.
      std::this_thread::sleep_for(look_again);
      if (watch_.is_own() == true) break;
      continue;
    }
    if (errno != EEXIST)
      throw Error(ErrorKind::store,
                  fmt::format("{}: its lease cannot be made ({}), name another place", store, std::strerror(errno)));
    const auto other = read_heartbeat(store);
    if (!other && is_rewritten(path_, patience)) continue;
    const bool succeeds = other && precedes(*other, {self_.job, self_.restarts, self_.launcher, self_.launch});
    if (succeeds && (!is_here(*other) || is_alive(*other))) look_again = lease_renewal + lease_renewal / 4;
    if (other && !succeeds && (is_here(*other) ? is_alive(*other) : moves(store, *other, patience)))
      throw Error(ErrorKind::store,
                  fmt::format("{}: another launch is writing it (host {}, process {}); wait for it or stop it first",
                              store, other->host, other->pid));
    if (std::rename(path_.c_str(), aside.c_str()) != 0) continue;
    const auto moved = read_lease(aside);
    if (moved && other && (moved->pid != other->pid || moved->counter != other->counter))
      ::link(aside.c_str(), path_.c_str());
    std::remove(aside.c_str());
    left_behind_ = true;
    if (moved) self_.epoch = std::max(self_.epoch, moved->epoch + 1);
    write_fresh({});
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

/// While the launch plans or computes for long and has no news, the counter must move all the same: another host would
/// take this launch for dead.
void Lease::keep_alive(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, stop, lease_renewal, [] { return false; }) && !stop.stop_requested())
    if (Clock::now() - last_beat_ >= lease_renewal) renew();
}

/// Puts the last news in place, counted on, if the lease is still this one; whether it is. One that is missing was
/// removed by somebody, or, if this process stood still since it was renewed, by a launch that has succeeded this one.
bool Lease::renew() {
  const bool written = write_fresh(news_);
  const double now = seconds_since_boot(), age = now - renewed_;
  const bool own = watch_.is_own().value_or(age < 2 * std::chrono::duration<double>(lease_renewal).count());
  if (own && written && std::rename(fresh_.c_str(), path_.c_str()) == 0) renewed_ = now;
  return own;
}

void Lease::begin_epoch_after(int epoch) {
  const std::lock_guard lock(mutex_);
  self_.epoch = std::max(self_.epoch, epoch + 1);
}

bool Lease::write_fresh(Heartbeat news) {
  news.host = self_.host;
  news.pid = self_.pid;
  news.pid_start = self_.pid_start;
  news.job = self_.job;
  news.restarts = self_.restarts;
  news.launcher = self_.launcher;
  news.launch = self_.launch;
  news.machine = self_.machine;
  news.ranks = self_.ranks;
  news.epoch = self_.epoch;
  news.counter = ++self_.counter;
  news.written = seconds_since_1970();
  std::ofstream file(fresh_);
  file << to_text(news) << '\n';
  return bool(file.flush());
}

void Lease::beat(Heartbeat news) {
  const std::lock_guard lock(mutex_);
  last_beat_ = Clock::now();
  news_ = std::move(news);
  if (!renew()) throw watch_.taken_over();
}

}  // namespace icsweep
