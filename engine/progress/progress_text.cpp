#include "engine/progress/progress_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/base/decimal.hpp"
#include "io/base/phrases.hpp"
#include "io/base/text_columns.hpp"
#include "io/store/table.hpp"

namespace icsweep {
namespace {

constexpr std::size_t max_named = 4, last_losses = 4;
constexpr const char* bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

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
    if (parts.size() == max_named) break;
    parts.push_back(joined({e.label.empty() ? e.task : e.label, cores_text(e), step_text(e), loss_text(e)}, " "));
  }
  if (h.in_flight.size() > parts.size()) parts.push_back(fmt::format("and {} more", h.in_flight.size() - parts.size()));
  return parts.empty() ? "" : fmt::format("[{}]", joined(parts, "; "));
}

}  // namespace

std::string cores_text(const InFlight& e) {
  if (e.hosts > 1) return fmt::format("on {} ranks of {} hosts", e.threads, e.hosts);
  return e.threads > 1 ? fmt::format("on {} cores", e.threads) : "";
}

std::string core_hours_text(double core_seconds) {
  const double hours = core_seconds / 3600;
  return hours < 0.01 ? "under 0.01 core-hours" : fmt::format("{:.3g} core-hours", hours);
}

std::string duration_text(double s) {
  const long total = long(std::max(0.0, s) + 0.5);
  if (total < 60) return fmt::format("{}s", total);
  if (total < 3600) return fmt::format("{}m{:02}s", total / 60, total % 60);
  if (total < 86400) return fmt::format("{}h{:02}m", total / 3600, total / 60 % 60);
  return fmt::format("{}d{:02}h", total / 86400, total / 3600 % 24);
}

std::string time_text(double s) {
  return s == 0     ? "0s"
         : s < 1e-3 ? fmt::format("{:.3g}us", 1e6 * s)
         : s < 1    ? fmt::format("{:.3g}ms", 1e3 * s)
                    : duration_text(s);
}

std::string percent_text(double share) {
  return fmt::format("{:.0f}%", std::floor(100 * std::clamp(share, 0.0, 1.0)));
}

std::string ranks_text(std::int64_t first, std::int64_t count) {
  return count == 1 ? fmt::format("rank {}", first) : fmt::format("ranks {} to {}", first, first + count - 1);
}

std::string in_columns(std::vector<std::string> parts) {
  return joined(std::move(parts), "  ");
}

std::string other_outcomes_text(const Heartbeat& h) {
  std::vector<std::string> parts;
  for (const char* outcome : {"diverged", "failed", "timed_out", "crashed", "pruned"})
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
  if (h.ended >= h.total || h.in_flight.empty()) return "";
  return fmt::format("ETA {}", h.eta_s >= 0 ? duration_text(h.eta_s) : "?");
}

std::string step_text(const InFlight& e) {
  return e.steps > 0 ? fmt::format("step {}/{}", e.step, e.steps) : "";
}

std::string loss_text(const InFlight& e) {
  return e.loss != 0 ? without_nan_signs(fmt::format("loss {:.3g}", e.loss)) : "";
}

std::string trace_text(const InFlight& e, bool unicode) {
  const auto& losses = e.losses;
  if (losses.size() < 2) return "";
  if (!unicode) {
    std::vector<std::string> last;
    for (std::size_t i = losses.size() - std::min(losses.size(), last_losses); i < losses.size(); ++i)
      last.push_back(without_nan_signs(fmt::format("{:.2g}", losses[i])));
    return joined(last, " ");
  }
  const auto [least, most] = std::minmax_element(losses.begin(), losses.end());
  const bool log = *least > 0;
  const auto height = [&](double loss) { return log ? std::log(loss) : loss; };
  const double low = height(*least), range = height(*most) - low;
  std::string text;
  for (const double loss : losses)
    text += bars[range > 0 ? std::size_t(std::lround((height(loss) - low) / range * (std::size(bars) - 1))) : 0];
  return text;
}

std::string saved_text(std::int64_t saved, double share, std::int64_t left) {
  if (saved == 0) return "";
  const std::string how_far = fmt::format("saved at {:.0f} %", std::floor(100 * std::clamp(share, 0.0, 1.0)));
  if (saved == 1) return left == 1 ? how_far : "1 of them " + how_far;
  return fmt::format("{} of them {} on average", saved, how_far);
}

std::string left_text(const Heartbeat& h) {
  const std::int64_t left = h.total - h.ended;
  const std::string saved = saved_text(h.saved, h.saved_share, left);
  return fmt::format("{} left{}: {}", left, saved.empty() ? "" : ", " + saved, resume_text);
}

std::string failures_text(const Heartbeat& h) {
  std::int64_t n = 0;
  for (const Outcome outcome : failure_outcomes) n += count(h, std::string(name_of(outcome)));
  if (n == 0) return "";
  std::vector<std::string> last;
  for (const auto& f : h.failures)
    last.push_back(
        fmt::format("{}: {}", f.label.empty() ? f.task : f.label, f.message.empty() ? f.outcome : f.message));
  const std::string text = counted(n, "failure");
  if (last.empty()) return text;
  return fmt::format("{}{}: {}", text, n == 1 ? "" : ", the last", joined(last, "; "));
}

std::string progress_line(const Heartbeat& h) {
  const std::string others = other_outcomes_text(h);
  const std::string done = fmt::format("{}/{} done{}", h.done, h.total, others.empty() ? "" : " (" + others + ")");
  const std::string elapsed = h.elapsed_s > 0 ? "elapsed " + duration_text(h.elapsed_s) : "";
  const std::string saved = saved_text(h.saved, h.saved_share, h.total - h.ended);
  return printable(in_columns({done, percent_text(h.share), in_flight_text(h), saved, rate_text(h), elapsed,
                               eta_text(h), first_in_flight(h), failures_text(h)}));
}

}  // namespace icsweep
