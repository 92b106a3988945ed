#include "io/query/selection.hpp"

#include <fmt/format.h>

#include "io/base/phrases.hpp"

namespace icsweep {

bool is_planned(std::int64_t planned, Counting counting) {
  return counting == Counting::earlier_too || planned == 1;
}

bool counts(std::int64_t status, std::int64_t planned, Counting counting) {
  return is_planned(planned, counting) && status == std::int64_t(Outcome::done);
}

std::string planned_condition(Counting counting) {
  return counting == Counting::planned ? "planned = 1" : "1";
}

std::string counted_condition(Counting counting) {
  return planned_condition(counting) + " AND status = 'done'";
}

std::string valueless_text(std::size_t experiments, const std::string& result) {
  return fmt::format("{} without a finite {}", counted(experiments, "experiment"), result);
}

void LeftOut::add(std::int64_t status, std::int64_t planned) {
  if (!is_planned(planned, counting_)) ++unplanned_;
  else if (status < 0 || status >= outcome_count) ++unknown_;
  else if (!counts(status, planned, counting_)) ++ended_[std::size_t(status)];
}

std::string LeftOut::text(const std::string& task) const {
  std::vector<std::string> parts;
  for (int i = 0; i < outcome_count; ++i)
    if (const std::int64_t count = ended_[std::size_t(i)]; count > 0)
      parts.push_back(fmt::format("{} {}", count, name_of(Outcome(i))));
  if (unknown_ > 0) parts.push_back(fmt::format("{} of an unknown status", unknown_));
  if (unplanned_ > 0) parts.push_back(fmt::format("{} of earlier sweeps", unplanned_));
  if (parts.empty()) return "";
  return fmt::format("{0} leaves out {1} ({0}_all has them)", task, fmt::join(parts, ", "));
}

std::string Counted::left_out(Counting counting) const {
  LeftOut left_out(counting);
  for (std::int64_t row = 0; row < rows_; ++row) left_out.add(status_->integer(row), planned_->integer(row));
  return left_out.text(task_);
}

}  // namespace icsweep
