#include "io/store/heartbeat.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "io/schema/json.hpp"
#include "io/store/running_clock.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {

// Fields that an older program does not write keep their defaults. An older lease must be recognised, or this launch
// would write beside a live one.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(InFlight, rank, task, identity, label, step, steps, loss, losses,
                                                threads, hosts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Failure, task, identity, label, outcome, message)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(GuestNews, name, job, first, ranks, joined)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Heartbeat, host, machine, pid, pid_start, counter, epoch, job, restarts,
                                                launcher, launch, ranks, door, door_key, given_up, guests, rewrites,
                                                written, done, ended, total, saved, saved_share, counts, share,
                                                elapsed_s, sequences_per_s, eta_s, in_flight, no_host, failures)

namespace {

constexpr std::size_t longest_lease = 16 << 20;  // bytes; an experiment in flight takes about 200
constexpr int deepest_lease = 16;                // of JSON's brackets
constexpr int max_epoch = 1'000'000'000;         // leaves room for the next epoch in an int

std::string dump(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);  // messages may not be UTF-8
}

/// Versions before 0.2 wrote the number of ended experiments as `done`.
void count_ended(const nlohmann::json& json, Heartbeat& h) {
  if (json.contains("ended")) return;
  h.ended = h.done;
  h.done = h.counts.contains("done") ? h.counts.at("done") : 0;
}

bool is_sound(const nlohmann::json& json) {
  static const nlohmann::json heartbeat = Heartbeat{}, in_flight = InFlight{}, guest = GuestNews{};
  for (const auto& g : json.value("guests", nlohmann::json::array()))
    if (!has_whole_numbers(g, guest)) return false;
  for (const auto& e : json.value("in_flight", nlohmann::json::array()))
    if (!has_whole_numbers(e, in_flight)) return false;
  for (const auto& n : json.value("counts", nlohmann::json::object()))
    if (!n.is_number_integer()) return false;
  return has_whole_numbers(json, heartbeat);
}

}  // namespace

std::string holder_text(const Holder& h) {
  return fmt::format(R"({{"host":{},"pid":{},"pid_start":{},)", dump(h.host), h.pid, h.pid_start);
}

std::string to_text(const Heartbeat& heartbeat) {
  nlohmann::json rest = heartbeat;
  for (const char* key : {"host", "pid", "pid_start"}) rest.erase(key);
  return holder_text(heartbeat) + dump(rest).substr(1);
}

double seconds_since_1970() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string lease_path(const std::string& store) {
  return end_of_links(store) + ".lease";
}

std::optional<Heartbeat> read_lease(const std::string& path) {
  const auto text = read_regular_file(path, longest_lease);
  if (!text || !nests_at_most(*text, deepest_lease)) return std::nullopt;
  try {
    const auto json = nlohmann::json::parse(*text);
    if (!is_sound(json)) return std::nullopt;
    auto heartbeat = json.get<Heartbeat>();
    count_ended(json, heartbeat);
    heartbeat.epoch = std::clamp(heartbeat.epoch, 1, max_epoch);
    return heartbeat;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::optional<Heartbeat> read_heartbeat(const std::string& store) {
  return read_lease(lease_path(store));
}

std::int64_t start_of(std::int64_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  if (!std::getline(file, line)) return 0;
  std::istringstream fields(line.substr(line.rfind(')') + 1));
  std::string field;
  fields >> field;
  if (field == "Z" || field == "X") return 0;
  for (int skipped = 0; skipped < 18; ++skipped) fields >> field;  // the start time is field 22
  std::int64_t start = 0;
  fields >> start;
  return start;
}

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

bool has_moved(const std::string& store, const Heartbeat& seen) {
  const auto now = read_heartbeat(store);
  return now && (now->counter != seen.counter || now->pid != seen.pid || now->host != seen.host);
}

bool comes_true(const std::function<bool()>& happens, std::chrono::milliseconds patience) {
  const auto end = RunningClock::now() + patience;
  while (RunningClock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (happens()) return true;
  }
  return false;
}

std::string machine_id() {
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  std::error_code none;
  return boot + " " + std::filesystem::read_symlink("/proc/self/ns/pid", none).string();
}

bool is_here(const Heartbeat& h) {
  return h.host == host_name() && (h.machine.empty() || h.machine == machine_id());
}

bool is_alive(const Heartbeat& h) {
  if (!is_here(h) || h.pid_start == 0) return false;
  const bool hidden = !std::filesystem::exists(fmt::format("/proc/{}/stat", h.pid)) && ::kill(pid_t(h.pid), 0) != 0 &&
                      errno == EPERM;  // another user's process, if /proc hides those
  return hidden || start_of(h.pid) == h.pid_start;
}

std::optional<Heartbeat> live_heartbeat(const std::string& store, std::chrono::milliseconds patience) {
  auto h = read_heartbeat(store);
  const auto lives = [&] {
    if (is_here(*h)) return is_alive(*h);
    return std::abs(seconds_since_1970() - h->written) < 30 ||
           comes_true([&] { return has_moved(store, *h); }, patience);
  };
  if (h && !lives()) h.reset();
  return h;
}

}  // namespace icsweep
