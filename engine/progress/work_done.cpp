#include "engine/progress/work_done.hpp"

#include <algorithm>

namespace icsweep {
namespace {

constexpr double shortest_part_s = 300, smallest_part = 1.0 / 8;
constexpr double between_marks = 1.0 / 1024;  // of all work

}  // namespace

double seconds_left(const WorkDone& w) {
  if (!(w.done > 0)) return -1;
  return std::max(w.left * w.elapsed_s, w.longest_left * w.busy_s) / w.done;
}

WorkDone RecentWork::of(const WorkDone& now) {
  const double all = now.done + now.left;
  const auto is_before_part = [&](const WorkDone& mark) {
    return now.elapsed_s - mark.elapsed_s >= shortest_part_s && now.done - mark.done >= all * smallest_part;
  };
  while (marks_.size() > 1 && is_before_part(marks_[1])) marks_.pop_front();
  const WorkDone& begin = marks_.front();
  const WorkDone recent{now.done - begin.done, now.left, now.longest_left, now.elapsed_s - begin.elapsed_s,
                        now.busy_s - begin.busy_s};
  if (now.done - marks_.back().done > all * between_marks) marks_.push_back(now);
  return recent;
}

}  // namespace icsweep
