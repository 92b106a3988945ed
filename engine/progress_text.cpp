#include "engine/progress_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/text_columns.hpp"

namespace icsweep {
namespace {

constexpr std::size_t most_in_flight = 4;

std::int64_t count(const Heartbeat& h, const std::string& outcome) {
  return h.counts.contains(outcome) ? h.counts.at(outcome) : 0;
}

std::string joined(std::vector<std::string> parts, const char* between) {
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, between));
}

/// "[depth=3 step 10/100 loss 0.0123; and 7 more]"
std::string first_in_flight(const Heartbeat& h) {
  std::vector<std::string> parts;
  for (const auto& e : h.in_flight) {
    if (parts.size() == most_in_flight) break;
    parts.push_back(joined({e.label.empty() ? e.task : e.label, step_text(e), loss_text(e)}, " "));
  }
  if (h.in_flight.size() > parts.size()) parts.push_back(fmt::format("and {} more", h.in_flight.size() - parts.size()));
  return parts.empty() ? "" : fmt::format("[{}]", joined(parts, "; "));
}

}  // namespace

std::string ranks_text(int ranks) {
  return fmt::format("{} rank{}", ranks, ranks == 1 ? "" : "s");
}

std::string duration_text(double s) {
  const long total = long(std::max(0.0, s) + 0.5);
  if (total < 60) return fmt::format("{}s", total);
  if (total < 3600) return fmt::format("{}m{:02}s", total / 60, total % 60);
  if (total < 86400) return fmt::format("{}h{:02}m", total / 3600, total / 60 % 60);
  return fmt::format("{}d{:02}h", total / 86400, total / 3600 % 24);
}

std::string percent_text(double share) {
  return fmt::format("{:.0f}%", std::floor(100 * std::clamp(share, 0.0, 1.0)));
}

std::string in_columns(std::vector<std::string> parts) {
  return joined(std::move(parts), "  ");
}

std::string other_outcomes_text(const Heartbeat& h) {
  std::vector<std::string> parts;
  for (const char* outcome : {"diverged", "failed", "timed_out", "crashed"})
    if (const auto n = count(h, outcome)) parts.push_back(fmt::format("{} {}", n, outcome));
  return joined(parts, ", ");
}

std::string in_flight_text(const Heartbeat& h) {
  return h.in_flight.empty() ? "" : fmt::format("{} in flight", h.in_flight.size());
}

std::string rate_text(const Heartbeat& h) {
  const double rate = h.sequences_per_s;
  if (!(rate > 0)) return "";
  if (rate >= 1e6) return fmt::format("{:.2f}M sequences/s", rate / 1e6);
  return rate >= 1e3 ? fmt::format("{:.0f}k sequences/s", rate / 1e3) : fmt::format("{:.0f} sequences/s", rate);
}

std::string eta_text(const Heartbeat& h) {
  if (h.done >= h.total || h.in_flight.empty()) return "";
  return fmt::format("ETA {}", h.eta_s >= 0 ? duration_text(h.eta_s) : "?");
}

std::string step_text(const InFlight& e) {
  return e.steps > 0 ? fmt::format("step {}/{}", e.step, e.steps) : "";
}

std::string loss_text(const InFlight& e) {
  return e.loss != 0 ? fmt::format("loss {:.3g}", e.loss) : "";
}

std::string failures_text(const Heartbeat& h) {
  const auto n = count(h, "failed") + count(h, "timed_out") + count(h, "crashed");
  if (n == 0) return "";
  std::vector<std::string> last;
  for (const auto& f : h.failures)
    last.push_back(
        fmt::format("{}: {}", f.label.empty() ? f.task : f.label, f.message.empty() ? f.outcome : f.message));
  const std::string text = fmt::format("{} failure{}", n, n == 1 ? "" : "s");
  if (last.empty()) return text;
  return fmt::format("{}{}: {}", text, n == 1 ? "" : ", the last", joined(last, "; "));
}

std::string progress_line(const Heartbeat& h) {
  const std::string others = other_outcomes_text(h);
  const std::string done = fmt::format("{}/{} done{}", h.done, h.total, others.empty() ? "" : " (" + others + ")");
  const std::string elapsed = h.elapsed_s > 0 ? "elapsed " + duration_text(h.elapsed_s) : "";
  return printable(in_columns({done, percent_text(h.share), in_flight_text(h), rate_text(h), elapsed, eta_text(h),
                               first_in_flight(h), failures_text(h)}));
}

}  // namespace icsweep
