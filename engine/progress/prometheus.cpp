#include "engine/progress/prometheus.hpp"

#include <fmt/format.h>

#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

/// A label's value: UTF-8, with the format's three escapes.
std::string label_value(const std::string& text) {
  std::string escaped;
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

class Exposition {
 public:
  Exposition(const std::string& store, const std::string& sweep)
      : labels_(fmt::format("store=\"{}\",sweep=\"{}\"", label_value(store), label_value(sweep))) {}

  /// Begins a metric; its samples follow.
  void gauge(const std::string& name, const char* help) {
    name_ = "icsweep_" + name;
    text_ += fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name_, help);
  }
  void sample(double value, const std::string& more = "") {
    text_ += fmt::format("{}{{{}{}}} {}\n", name_, labels_, more, value);
  }
  void gauge(const std::string& name, const char* help, double value) {
    gauge(name, help);
    sample(value);
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string labels_, name_, text_;
};

void add_launch(Exposition& out, const Heartbeat& h) {
  out.gauge("launch_ranks", "Ranks of the launch that runs.", h.ranks);
  out.gauge("launch_elapsed_seconds", "Time since the launch began.", h.elapsed_s);
  out.gauge("launch_heartbeat_timestamp_seconds", "When the launch last wrote its heartbeat.", h.written);
  out.gauge("experiments_in_flight", "Experiments that are being trained.", double(h.in_flight.size()));
  out.gauge("sequences_per_second", "Training sequences per second over the last seconds.", h.sequences_per_s);
  if (h.eta_s >= 0) out.gauge("eta_seconds", "Predicted time until the launch has done its work.", h.eta_s);
}

}  // namespace

std::string prometheus_text(const StoreStatus& s, const std::string& store, const std::string& sweep) {
  Exposition out(store, sweep);
  out.gauge("experiments", "Planned experiments by outcome; pending ones are left.");
  for (const auto& task : s.tasks)
    for (int i = 0; i < outcome_count; ++i)
      out.sample(double(task.counts[std::size_t(i)]),
                 fmt::format(",task=\"{}\",outcome=\"{}\"", label_value(task.task), name_of(Outcome(i))));
  out.gauge("experiments_saved", "Pending experiments with a checkpoint to resume from.", double(s.saved));
  out.gauge("work_done_ratio", "Share of the predicted work that has ended, is saved or in flight.", s.share);
  out.gauge("launch_running", "Whether a launch runs.", s.running());
  if (s.running()) add_launch(out, s.launch);
  return std::move(out).text();
}

}  // namespace icsweep
