#include "io/query/selection.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "io/counted.hpp"

namespace icsweep {

std::string planned_condition(Counting counting) {
  return counting == Counting::planned ? "planned = 1" : "1";
}

std::string counted_condition(Counting counting) {
  return planned_condition(counting) + " AND status = 'done'";
}

std::string valueless_text(std::size_t experiments, const std::string& result) {
  return fmt::format("{} without a finite {}", counted(experiments, "experiment"), result);
}

bool Counted::operator()(std::int64_t row) const {
  return status_->integer(row) == std::int64_t(Outcome::done) && planned_->integer(row) == 1;
}

std::string Counted::left_out(Counting counting) const {
  std::array<std::int64_t, outcome_count> ended{};
  std::int64_t unplanned = 0, unknown = 0;
  for (std::int64_t row = 0; row < rows_; ++row) {
    const std::int64_t status = status_->integer(row);
    if (counting == Counting::planned && planned_->integer(row) != 1) ++unplanned;
    else if (status < 0 || status >= outcome_count) ++unknown;
    else ++ended[std::size_t(status)];
  }
  std::vector<std::string> parts;
  for (int i = 0; i < outcome_count; ++i)
    if (Outcome(i) != Outcome::done && ended[std::size_t(i)] > 0)
      parts.push_back(fmt::format("{} {}", ended[std::size_t(i)], name_of(Outcome(i))));
  if (unknown > 0) parts.push_back(fmt::format("{} of an unknown status", unknown));
  if (unplanned > 0) parts.push_back(fmt::format("{} of earlier sweeps", unplanned));
  if (parts.empty()) return "";
  return fmt::format("{0} leaves out {1} ({0}_all has them)", task_, fmt::join(parts, ", "));
}

}  // namespace icsweep
