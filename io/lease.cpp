#include "io/lease.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "io/error.hpp"

namespace icsweep {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InFlight, rank, task, identity, label, step, steps, loss)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Heartbeat, host, pid, pid_start, counter, ranks, written, done, total,
                                   sequences_per_s, eta_s, in_flight)

namespace {

std::string lease_path(const std::string& store) {
  return store + ".lease";
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

std::optional<Heartbeat> read_heartbeat(const std::string& store) {
  std::ifstream file(lease_path(store));
  if (!file) return std::nullopt;
  try {
    return nlohmann::json::parse(file).get<Heartbeat>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

bool is_alive(const Heartbeat& h) {
  if (h.host == host_name()) return h.pid_start != 0 && start_of(h.pid) == h.pid_start;
  return now() - h.written < 30;
}

Lease::Lease(const std::string& store, int ranks, std::chrono::milliseconds patience) : path_(lease_path(store)) {
  const auto other = read_heartbeat(store);
  if (other && (other->host == host_name() ? is_alive(*other) : moves(store, *other, patience)))
    throw Error(ErrorKind::store,
                fmt::format("{}: another launch is writing it (host {}, process {}); wait for it or stop it first",
                            store, other->host, other->pid));
  self_.host = host_name();
  self_.pid = getpid();
  self_.pid_start = start_of(self_.pid);
  self_.ranks = ranks;
  beat({});
}

Lease::~Lease() {
  std::remove(path_.c_str());
}

void Lease::beat(Heartbeat news) {
  news.host = self_.host;
  news.pid = self_.pid;
  news.pid_start = self_.pid_start;
  news.ranks = self_.ranks;
  news.counter = ++self_.counter;
  news.written = now();
  const std::string fresh = path_ + ".new";
  {
    std::ofstream file(fresh);
    file << nlohmann::json(news).dump() << '\n';
    if (!file.flush()) return;
  }
  std::rename(fresh.c_str(), path_.c_str());
}

}  // namespace icsweep
