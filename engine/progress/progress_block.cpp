#include "engine/progress/progress_block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/progress/progress_text.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

constexpr std::size_t max_in_flight = 12;
constexpr int widest_bar = 42, narrowest_bar = 10, narrowest_name = 16;
constexpr int roomy = 60;  ///< columns that optional fields need
constexpr const char *red = "31", *green = "32", *yellow = "33";

/// A line that is cut at the width of the screen. Colours take no columns.
class Line {
 public:
  explicit Line(const Screen& screen) : room_(screen.columns), colour_(screen.colour) {}

  Line& add(const std::string& text, const char* colour = nullptr) {
    const std::string whole = printable(text), part = cut(whole, room_);
    room_ = part.size() == whole.size() ? room_ - columns_of(part) : 0;
    text_ += colour_ && colour && !part.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", colour, part) : part;
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  int room_;
  bool colour_;
  std::string text_;
};

std::string bar_line(const Heartbeat& h, const Screen& screen) {
  const std::string elapsed = h.elapsed_s > 0 && screen.columns >= roomy ? "elapsed " + duration_text(h.elapsed_s) : "";
  const std::string text = in_columns({percent_text(h.share), eta_text(h), elapsed});
  Line line(screen);
  const int width = std::min(widest_bar, screen.columns - 1 - int(text.size()));
  if (width < narrowest_bar) return line.add(text).text();
  const int inner = width - 2, full = int(inner * std::clamp(h.share, 0.0, 1.0));
  line.add("[").add(std::string(std::size_t(full), '#'), green);
  return line.add(std::string(std::size_t(inner - full), '-') + "] " + text).text();
}

std::string count_line(const Heartbeat& h, const Screen& screen) {
  Line line(screen);
  line.add(fmt::format("{}/{} done", h.done, h.total));
  if (const auto others = other_outcomes_text(h); !others.empty()) line.add(" (").add(others, yellow).add(")");
  const std::string saved = saved_text(h.saved, h.saved_share, h.total - h.ended);
  const std::string rest = in_columns({in_flight_text(h), saved, rate_text(h)});
  return line.add(rest.empty() ? "" : "  " + rest).text();
}

/// Labels of the first experiments in flight, with the task if tasks differ or there is no label.
std::vector<std::string> names_of(const Heartbeat& h, std::size_t shown, bool ranks) {
  bool mixed = false;
  for (const auto& e : h.in_flight) mixed |= e.task != h.in_flight.front().task;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& e = h.in_flight[i];
    const std::string task = mixed || e.label.empty() ? e.task : "";
    names.push_back(printable(in_columns({ranks ? fmt::format("rank {}", e.rank) : "", task, e.label, cores_text(e)})));
  }
  return names;
}

constexpr std::size_t max_guests = 4;
constexpr int least_detail = 4;

/// Progress of an experiment: detail 0 is the longest text, the last detail the empty one.
std::string standing(const InFlight& e, int detail, bool unicode) {
  const std::string share = e.steps > 0 ? fmt::format("{:>4}", percent_text(double(e.step) / double(e.steps))) : "";
  switch (detail) {
    case 0:
      return in_columns({step_text(e), loss_text(e), trace_text(e, unicode)});
    case 1:
      return in_columns({step_text(e), loss_text(e)});
    case 2:
      return in_columns({share, loss_text(e)});
    case 3:
      return share;
    default:
      return "";
  }
}

int widest(const std::vector<std::string>& texts) {
  int columns = 0;
  for (const auto& text : texts) columns = std::max(columns, columns_of(text));
  return columns;
}

/// The text, or its beginning and a mark of the cut.
std::string shortened(const std::string& text, int columns, bool unicode) {
  if (columns_of(text) <= columns) return text;
  const std::string mark = unicode ? "…" : "~";
  return columns < 2 ? cut(text, columns) : cut(text, columns - 1) + mark;
}

/// Two columns: names, and as much detail as leaves the names their least width.
std::vector<std::string> in_flight_lines(const Heartbeat& h, std::size_t most, const Screen& screen) {
  const std::size_t shown = h.in_flight.size() <= most ? h.in_flight.size() : most - std::min<std::size_t>(most, 1);
  const auto names = names_of(h, shown, screen.columns >= roomy);
  const int longest = widest(names);
  std::vector<std::string> standings(shown), lines;
  int room = 0;
  for (int detail = 0; detail <= least_detail; ++detail) {
    for (std::size_t i = 0; i < shown; ++i) standings[i] = standing(h.in_flight[i], detail, screen.unicode);
    room = std::min(longest, screen.columns - 4 - widest(standings));
    if (room >= (detail == 0 ? longest : std::min(longest, narrowest_name))) break;  // whole names before curves
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string name = shortened(names[i], room, screen.unicode);
    const int gap = standings[i].empty() ? 0 : 2 + room - columns_of(name);
    lines.push_back(Line(screen).add("  " + name + std::string(std::size_t(gap), ' ') + standings[i]).text());
  }
  if (most > 0 && shown < h.in_flight.size())
    lines.push_back(Line(screen).add(fmt::format("  and {} more", h.in_flight.size() - shown)).text());
  return lines;
}

/// The launches that help, and their ranks.
std::vector<std::string> guest_lines(const Heartbeat& h, const Screen& screen) {
  std::vector<std::string> lines;
  const std::size_t shown = std::min(h.guests.size(), max_guests);
  for (std::size_t i = 0; i < shown; ++i) {
    const GuestNews& g = h.guests[i];
    lines.push_back(
        Line(screen).add(fmt::format("  with {} of {}", ranks_text(g.first, g.ranks), printable(g.job))).text());
  }
  if (shown < h.guests.size())
    lines.push_back(Line(screen).add(fmt::format("  and {} more", h.guests.size() - shown)).text());
  return lines;
}

}  // namespace

std::vector<std::string> progress_block(const Heartbeat& h, const Screen& screen) {
  std::vector<std::string> lines{bar_line(h, screen), count_line(h, screen)};
  for (auto& line : guest_lines(h, screen)) lines.push_back(std::move(line));
  if (!h.no_host.empty()) lines.push_back(Line(screen).add("  " + h.no_host, yellow).text());
  const std::string failures = failures_text(h);
  const int room = screen.rows - 1 - int(lines.size()) - (failures.empty() ? 0 : 1);
  for (auto& line : in_flight_lines(h, std::min(max_in_flight, std::size_t(std::max(0, room))), screen))
    lines.push_back(std::move(line));
  if (!failures.empty()) lines.push_back(Line(screen).add(failures, red).text());
  lines.resize(std::min(lines.size(), std::size_t(std::max(1, screen.rows - 1))));
  return lines;
}

}  // namespace icsweep
