#include "engine/progress.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t columns = 80;
constexpr auto beat_every = 1s, first_log = 3s, log_every = 15s, window_length = 10s;

double seconds(ProgressBoard::Clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.2f}M", rate / 1e6);
  return rate >= 1e3 ? fmt::format("{:.0f}k", rate / 1e3) : fmt::format("{:.0f}", rate);
}

}  // namespace

bool progress_has_terminal() {
  if (isatty(STDERR_FILENO)) return true;
  if (!std::getenv("OMPI_COMM_WORLD_RANK")) return false;
  const int launcher = open(fmt::format("/proc/{}/fd/2", getppid()).c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK);
  if (launcher < 0) return false;
  const bool terminal = isatty(launcher) != 0;
  close(launcher);
  return terminal;
}

std::string duration_text(double s) {
  const long total = long(std::max(0.0, s) + 0.5);
  if (total < 60) return fmt::format("{}s", total);
  if (total < 3600) return fmt::format("{}m{:02}s", total / 60, total % 60);
  if (total < 86400) return fmt::format("{}h{:02}m", total / 3600, total / 60 % 60);
  return fmt::format("{}d{:02}h", total / 86400, total / 3600 % 24);
}

ProgressBoard::ProgressBoard(const std::vector<Job>& jobs, std::size_t done_before, bool terminal)
    : jobs_(jobs),
      done_before_(done_before),
      terminal_(terminal),
      start_(Clock::now()),
      last_beat_(start_),
      last_print_(start_ - log_every + first_log),
      window_{{start_, 0.0}} {}

void ProgressBoard::ended(int rank) {
  ended_sequences_ += double(latest_[rank].sequences);
  latest_.erase(rank);
}

Heartbeat ProgressBoard::news(const Scheduler& scheduler, Clock::time_point now) {
  Heartbeat h;
  h.done = std::int64_t(done_before_ + scheduler.completed());
  h.total = std::int64_t(done_before_ + scheduler.total());
  double sequences = ended_sequences_, cost = scheduler.completed_cost();
  for (const auto& [rank, job] : scheduler.in_flight()) {
    const Progress p = latest_.contains(rank) ? latest_.at(rank) : Progress{};
    const Experiment& e = *jobs_[job].experiment;
    const double loss = std::isfinite(p.loss) ? p.loss : 0;  // the heartbeat is JSON, which has no NaN
    h.in_flight.push_back({rank, e.task->schema().task, e.identity, e.label, p.step, p.steps, loss});
    sequences += double(p.sequences);
    if (p.steps > 0) cost += scheduler.cost(job) * double(p.step) / double(p.steps);
  }
  window_.emplace_back(now, sequences);
  while (window_.size() > 2 && now - window_.front().first > window_length) window_.pop_front();
  const double elapsed = seconds(now - window_.front().first);
  if (elapsed > 0) h.sequences_per_s = std::max(0.0, (sequences - window_.front().second) / elapsed);
  h.eta_s = cost > 0 ? (scheduler.total_cost() - cost) / cost * seconds(now - start_) : -1;
  return h;
}

std::string ProgressBoard::line(const Heartbeat& h) {
  std::string text = fmt::format("{}/{} done  {} in flight", h.done, h.total, h.in_flight.size());
  if (h.sequences_per_s > 0) text += fmt::format("  {} sequences/s", rate_text(h.sequences_per_s));
  if (h.done < h.total) text += fmt::format("  ETA {}", h.eta_s >= 0 ? duration_text(h.eta_s) : "?");
  if (h.in_flight.empty()) return text;
  const auto& first = h.in_flight.front();
  const std::string loss = first.loss != 0 ? fmt::format(" loss {:.3g}", first.loss) : "";
  for (const auto& detail : {fmt::format("  [{}{}]", first.label, loss), fmt::format("  [{}]", first.label)})
    if (!first.label.empty() && text.size() + detail.size() < columns) return text + detail;
  return text;
}

void ProgressBoard::print(const Heartbeat& heartbeat, bool last) {
  const std::string text = line(heartbeat);
  if (terminal_) fmt::print(stderr, "\r{:<{}}{}", text, columns - 1, last ? "\n" : "");
  else if (text != last_line_) fmt::print(stderr, "{}\n", text);
  last_line_ = text;
  std::fflush(stderr);
}

void ProgressBoard::show(const Scheduler& scheduler, Lease& lease) {
  const auto now = Clock::now();
  if (now - last_beat_ < beat_every) return;
  last_beat_ = now;
  const Heartbeat heartbeat = news(scheduler, now);
  lease.beat(heartbeat);
  if (!terminal_ && now - last_print_ < log_every) return;
  last_print_ = now;
  print(heartbeat, false);
}

void ProgressBoard::close(const Scheduler& scheduler, Lease& lease) {
  const Heartbeat heartbeat = news(scheduler, Clock::now());
  lease.beat(heartbeat);
  print(heartbeat, true);
}

}  // namespace icsweep
