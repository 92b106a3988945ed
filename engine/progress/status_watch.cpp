#include "engine/progress/status_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/progress/progress_view.hpp"
#include "engine/progress/status_text.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;
using Pulse = LaunchPulse::State;

constexpr std::chrono::milliseconds look_every = 1s, patience = 30s, second_look = 200ms;

/// Reads the heartbeat. A launch is gone only if the file is missing twice: it may be missing for a moment while
/// another host replaces it.
std::optional<Heartbeat> read_surely(const std::string& store) {
  if (auto heartbeat = read_heartbeat(store)) return heartbeat;
  std::this_thread::sleep_for(second_look);
  return read_heartbeat(store);
}

/// The last heartbeat, or an empty one, with the counts of the store: a launch may end between two looks.
Heartbeat at_the_end(Heartbeat last, const StoreStatus& s) {
  last.in_flight.clear();
  last.counts.clear();
  last.total = std::int64_t(s.planned);
  last.ended = std::int64_t(s.ended);
  last.done = std::int64_t(s.counts[std::size_t(Outcome::done)]);
  last.saved = std::int64_t(s.saved);
  last.saved_share = s.saved_share;
  last.share = s.share;
  last.sequences_per_s = 0;
  last.eta_s = s.is_complete() ? 0 : -1;
  for (int i = 1; i < outcome_count; ++i)
    if (const auto count = std::int64_t(s.counts[std::size_t(i)]); count > 0)
      last.counts[std::string(name_of(Outcome(i)))] = count;
  return last;
}

std::string sentence_for(Pulse state, const StoreStatus& s) {
  if (state == Pulse::none) return "no launch is running";
  const Heartbeat& h = s.launch;
  const std::string rest = left_text(s);
  if (state == Pulse::killed)
    return fmt::format("the launch was killed (process {} on {} has ended), {}", h.pid, h.host, rest);
  if (state == Pulse::silent)
    return fmt::format("the launch has been silent for 30s (process {} on {}), {}", h.pid, h.host, rest);
  return fmt::format("the launch {}, {}", s.is_complete() ? "has finished" : "was stopped", rest);
}

void print_json(const StoreStatus& s) {
  say("{}\n", to_json(s).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  std::fflush(stdout);
}

/// Status while a launch runs. If the file of the store is missing for a moment, the earlier counts hold.
StoreStatus while_running(const TaskRegistry& tasks, const std::string& path, const Heartbeat& launch,
                          const StoreStatus& before) try {
  return store_status(tasks, StoreReader(path), path, launch, "", Messages::unread);
} catch (const Error&) {
  StoreStatus s = before;
  s.launch = launch;
  s.share = launch.share;
  return s;
}

}  // namespace

Pulse LaunchPulse::look(const std::optional<Heartbeat>& h, Clock::time_point now) {
  if (!h) return counter_ < 0 ? Pulse::none : Pulse::gone;
  const bool moved = h->counter != counter_ || h->pid != pid_;
  if (moved) moved_ = now, counter_ = h->counter, pid_ = h->pid;
  if (h->host == host_name()) return is_alive(*h) ? Pulse::running : Pulse::killed;
  return now - moved_ < patience ? Pulse::running : Pulse::silent;
}

std::string ending_of(Pulse state, bool left) {
  switch (state) {
    case Pulse::running:
      return "";
    case Pulse::killed:
      return "killed";
    case Pulse::silent:
      return "silent";
    default:
      return left ? "stopped" : "finished";
  }
}

void watch_launch(const TaskRegistry& tasks, const std::string& path, bool json) {
  LaunchPulse pulse;
  ProgressView view(STDOUT_FILENO);
  Heartbeat last;
  StoreStatus status;
  Pulse state = Pulse::none;
  for (;;) {
    const auto heartbeat = read_surely(path);
    state = pulse.look(heartbeat, LaunchPulse::Clock::now());
    if (heartbeat) last = *heartbeat;
    if (state != Pulse::running) break;
    if (json) print_json(status = while_running(tasks, path, last, status));
    else view.show(last);
    std::this_thread::sleep_for(look_every);
  }
  status = store_status(tasks, StoreReader(path), path, last, ending_of(state, true),
                        json ? Messages::unread : Messages::read);
  status.ending = ending_of(state, !status.is_complete());
  status.launch = at_the_end(std::move(last), status);
  if (json) return print_json(status);
  if (state != Pulse::none) view.close(status.launch);
  for (const auto& task : status.tasks) say("{}", to_text(task));
  if (status.rounds) say("{}", to_text(*status.rounds));
  say("{}", guests_text(status));
  say("{}\n", sentence_for(state, status));
}

}  // namespace icsweep
