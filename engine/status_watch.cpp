#include "engine/status_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/progress_view.hpp"
#include "engine/store_status.hpp"
#include "io/say.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;
using State = LaunchPulse::State;

constexpr std::chrono::milliseconds look_every = 1s, patience = 30s, second_look = 200ms;

/// A file that another host replaces may be missing for a moment: only one missing twice is gone.
std::optional<Heartbeat> read_surely(const std::string& store) {
  if (auto heartbeat = read_heartbeat(store)) return heartbeat;
  std::this_thread::sleep_for(second_look);
  return read_heartbeat(store);
}

/// The last heartbeat, or none, with what the store says now: a launch may end between two looks.
Heartbeat at_the_end(Heartbeat last, const std::vector<TaskStatus>& tasks) {
  last.in_flight.clear();
  last.counts.clear();
  last.done = last.total = 0;
  last.sequences_per_s = 0;
  for (const auto& task : tasks) {
    last.total += std::int64_t(task.planned);
    for (int i = 1; i < outcome_count; ++i)
      if (const auto count = std::int64_t(task.counts[std::size_t(i)]); count > 0)
        last.done += count, last.counts[std::string(name_of(Outcome(i)))] += count;
  }
  if (last.done == last.total) last.share = 1, last.eta_s = 0;
  else last.eta_s = -1;
  return last;
}

std::string word_for(State state, const Heartbeat& end) {
  switch (state) {
    case State::killed:
      return "killed";
    case State::silent:
      return "silent";
    case State::none:
      return "none";
    default:
      return end.done < end.total ? "stopped" : "finished";
  }
}

std::string sentence_for(State state, const Heartbeat& end) {
  if (state == State::none) return "no launch is running";
  const auto left = end.total - end.done;
  const std::string rest = left > 0 ? fmt::format("{} of {} left: run the same command to go on", left, end.total)
                                    : fmt::format("all {} experiments have ended", end.total);
  if (state == State::killed)
    return fmt::format("the launch was killed (process {} on {} is no more), {}", end.pid, end.host, rest);
  if (state == State::silent)
    return fmt::format("the launch says nothing more (process {} on {}, for 30s), {}", end.pid, end.host, rest);
  return fmt::format("the launch {}, {}", left > 0 ? "was stopped" : "has finished", rest);
}

void print_json(const Heartbeat& heartbeat, State state) {
  auto json = nlohmann::json::parse(to_text(heartbeat));
  json["running"] = state == State::running;
  if (state != State::running) json["ended"] = word_for(state, heartbeat);
  say("{}\n", json.dump());
  std::fflush(stdout);
}

}  // namespace

State LaunchPulse::look(const std::optional<Heartbeat>& h, Clock::time_point now) {
  if (!h) return counter_ < 0 ? State::none : State::gone;
  const bool moved = h->counter != counter_ || h->pid != pid_;
  if (moved) moved_ = now, counter_ = h->counter, pid_ = h->pid;
  if (h->host == host_name()) return is_alive(*h) ? State::running : State::killed;
  return now - moved_ < patience ? State::running : State::silent;
}

void watch_launch(const std::string& path, bool json) {
  LaunchPulse pulse;
  ProgressView view(STDOUT_FILENO);
  Heartbeat last;
  State state = State::none;
  for (;;) {
    const auto heartbeat = read_surely(path);
    state = pulse.look(heartbeat, LaunchPulse::Clock::now());
    if (state != State::running) break;
    last = *heartbeat;
    if (json) print_json(last, state);
    else view.show(last);
    std::this_thread::sleep_for(look_every);
  }
  const auto tasks = status_of(StoreReader(path));
  last = at_the_end(std::move(last), tasks);
  if (json) return print_json(last, state);
  if (state != State::none) view.close(last);
  for (const auto& task : tasks) say("{}", to_text(task));
  say("{}\n", sentence_for(state, last));
}

}  // namespace icsweep
