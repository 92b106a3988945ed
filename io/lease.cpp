#include "io/lease.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "io/error.hpp"
#include "io/whole_file.hpp"

namespace icsweep {

// What an older program does not write keeps its default: its lease must be seen, or a live launch would be joined.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(InFlight, rank, task, identity, label, step, steps, loss)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Failure, task, identity, label, outcome, message)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Heartbeat, host, pid, pid_start, counter, epoch, ranks, written, done,
                                                total, counts, share, elapsed_s, sequences_per_s, eta_s, in_flight,
                                                failures)

namespace {

constexpr std::chrono::seconds keep_alive_every(2);
constexpr int last_epoch = 1'000'000'000;

std::string lease_path(const std::string& store) {
  return end_of_links(store) + ".lease";
}

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Field 22 of /proc/PID/stat, or 0 if there is no such process or it is a zombie.
std::int64_t start_of(std::int64_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  if (!std::getline(file, line)) return 0;
  std::istringstream fields(line.substr(line.rfind(')') + 1));
  std::string field;
  fields >> field;
  if (field == "Z" || field == "X") return 0;
  for (int skipped = 0; skipped < 18; ++skipped) fields >> field;
  std::int64_t start = 0;
  fields >> start;
  return start;
}

std::optional<Heartbeat> read_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  try {
    auto heartbeat = nlohmann::json::parse(file).get<Heartbeat>();
    heartbeat.epoch = std::clamp(heartbeat.epoch, 1, last_epoch);  // the next launch adds one
    return heartbeat;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

/// Whether the counter moves within `patience`; clocks of two hosts cannot be compared.
bool moves(const std::string& store, const Heartbeat& seen, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const auto now = read_heartbeat(store);
    if (now && (now->counter != seen.counter || now->pid != seen.pid || now->host != seen.host)) return true;
  }
  return false;
}

}  // namespace

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

std::string to_text(const Heartbeat& heartbeat) {
  using Json = nlohmann::json;
  return Json(heartbeat).dump(-1, ' ', false, Json::error_handler_t::replace);  // a message may be no UTF-8
}

std::optional<Heartbeat> read_heartbeat(const std::string& store) {
  return read_file(lease_path(store));
}

bool is_alive(const Heartbeat& h) {
  return h.host == host_name() && h.pid_start != 0 && start_of(h.pid) == h.pid_start;
}

std::optional<Heartbeat> live_heartbeat(const std::string& store, std::chrono::milliseconds patience) {
  auto h = read_heartbeat(store);
  const auto lives = [&] {
    if (h->host == host_name()) return is_alive(*h);
    return std::abs(now() - h->written) < 30 || moves(store, *h, patience);
  };
  if (h && !lives()) h.reset();
  return h;
}

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

}  // namespace

Lease::Lease(const std::string& store, int ranks, std::chrono::milliseconds patience)
    : path_(lease_path(store)), fresh_(fmt::format("{}.{}.{}", path_, host_name(), getpid())) {
  self_.host = host_name();
  self_.pid = getpid();
  self_.pid_start = start_of(self_.pid);
  self_.ranks = ranks;
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
  for (;;) {
    if (::link(fresh_.c_str(), path_.c_str()) == 0) {
      // A launch that saw the dead lease may still move ours aside, and a third one link its own: look again.
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      const auto standing = read_heartbeat(store);
      if (standing && standing->host == self_.host && standing->pid == self_.pid) break;
      continue;
    }
    if (errno != EEXIST)
      throw Error(ErrorKind::store,
                  fmt::format("{}: its lease cannot be made ({}), name another place", store, std::strerror(errno)));
    const auto other = read_heartbeat(store);
    if (other && (other->host == host_name() ? is_alive(*other) : moves(store, *other, patience)))
      throw Error(ErrorKind::store,
                  fmt::format("{}: another launch is writing it (host {}, process {}); wait for it or stop it first",
                              store, other->host, other->pid));
    if (std::rename(path_.c_str(), aside.c_str()) != 0) continue;
    const auto moved = read_file(aside);
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

/// Whether the lease that stands there is this one. Of one that is missing or torn nobody knows.
bool Lease::is_own() const {
  const auto standing = read_file(path_);
  return !standing ||
         (standing->host == self_.host && standing->pid == self_.pid && standing->pid_start == self_.pid_start);
}

Lease::~Lease() {
  thread_.request_stop();
  thread_.join();
  std::remove(fresh_.c_str());
  if (is_own()) std::remove(path_.c_str());
}

/// While the launch plans or computes for long and has no news, the counter must move all the same: another host would
/// take this launch for dead.
void Lease::keep_alive(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, stop, keep_alive_every, [] { return false; }) && !stop.stop_requested())
    if (Clock::now() - last_beat_ >= keep_alive_every && is_own() && write_fresh(news_))
      std::rename(fresh_.c_str(), path_.c_str());
}

void Lease::begin_epoch_after(int epoch) {
  const std::lock_guard lock(mutex_);
  self_.epoch = std::max(self_.epoch, epoch + 1);
}

bool Lease::write_fresh(Heartbeat news) {
  news.host = self_.host;
  news.pid = self_.pid;
  news.pid_start = self_.pid_start;
  news.ranks = self_.ranks;
  news.epoch = self_.epoch;
  news.counter = ++self_.counter;
  news.written = now();
  std::ofstream file(fresh_);
  file << to_text(news) << '\n';
  return bool(file.flush());
}

void Lease::beat(Heartbeat news) {
  const std::lock_guard lock(mutex_);
  last_beat_ = Clock::now();
  news_ = news;
  if (!is_own())
    throw Error(ErrorKind::store, fmt::format("{}: another launch took the store over while this one said nothing; it "
                                              "goes on, this one ends",
                                              std::filesystem::path(path_).replace_extension("").string()));
  if (write_fresh(std::move(news))) std::rename(fresh_.c_str(), path_.c_str());
}

}  // namespace icsweep
