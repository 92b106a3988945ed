// The experiments of each rank over time, launch by launch.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/report/task_columns.hpp"
#include "io/store/launches.hpp"

namespace icsweep::report {

inline constexpr std::size_t max_drawn_launches = 60;

/// A bar of the drawing: one experiment, or several of one rank without room between them.
struct Bar {
  std::int64_t rank;
  double from, to;   ///< seconds since 1970 UTC
  int kind;          ///< 0: done, 1: pruned, 2: another outcome; of several experiments the last of 1, 0, 2
  bool resumed;      ///< from a checkpoint
  int task;          ///< of its first experiment
  std::int64_t row;  ///< the same
  std::int64_t count = 1;
};

/// A launch and its experiments. The seconds of a row include earlier launches. Time before this launch, or before the
/// rank was free, belongs to earlier runs of the experiment, which continued from a checkpoint.
class LaunchTimes {
 public:
  /// Rounds the times of checkpoints to tenths of a second, as the page has them, so that none is after the end.
  explicit LaunchTimes(LaunchRecord record);

  /// Adds an experiment that ended.
  void add(const Bar& bar, std::uint32_t host);
  /// Called after the last add(). made: the present time if the launch may still run, else 0.
  void measure(double made);

  const LaunchRecord& record() const { return record_; }
  double begin() const { return begin_; }
  double end() const { return end_; }
  std::int64_t ranks() const { return ranks_; }
  double busy() const { return busy_; }        ///< seconds in which ranks ran experiments
  double present() const { return present_; }  ///< seconds in which ranks took part
  std::int64_t experiments() const { return std::int64_t(bars_.size()); }
  std::int64_t experiments(const GuestRecord& guest) const;
  std::int64_t resumed() const { return resumed_; }
  const std::vector<Bar>& bars() const { return bars_; }
  /// False for a record without experiments and without a beginning.
  bool is_shown() const { return !bars_.empty() || begin_ > 0; }
  /// {"number", "ending", "hosts", "begin", "end", "ranks", "experiments", "resumed", "busy", "present", "checkpoints",
  /// "guests", "stays", "unfinished", "borders"}. stays: when ranks took part. unfinished: time up to a rank's last
  /// checkpoint after its last experiment. borders: ranks on another host than the rank before them.
  nlohmann::ordered_json json() const;

 private:
  struct Stay {
    std::int64_t first, ranks;
    std::string job;
    double from, to;
  };
  void add_span(double made);
  void add_stays();
  void add_work();
  nlohmann::ordered_json guests_json() const;

  LaunchRecord record_;
  std::vector<Bar> bars_;
  std::vector<Bar> unfinished_;
  std::vector<Stay> stays_;
  std::map<std::int64_t, std::pair<double, std::uint32_t>> hosts_;  // by rank: when its last experiment ended, and host
  double begin_ = 0, end_ = 0, busy_ = 0, present_ = 0;
  std::int64_t ranks_ = 0, resumed_ = 0;
};

/// Joins bars of a rank that end less than `width` seconds after the first of them begins. Bars are in the order of
/// their ends.
std::vector<Bar> joined_bars(const std::vector<Bar>& bars, double width);

class Timeline {
 public:
  explicit Timeline(const std::vector<LaunchRecord>& launches);
  /// A store from before 0.2 has no launches. All of its experiments then belong to one.
  void add(const TaskColumns& rows, int task);
  /// The launches in order, with "bars": {"rank", "from", "to", "kind", "task", "row", "count"} for the last
  /// max_drawn_launches; from and to in seconds since the launch began, kind + 3 if resumed, row: position(task, row)
  /// or −1. If there are more than max_bars experiments, bars are joined to about that number. `runs`: a launch is
  /// alive.
  nlohmann::ordered_json json(double made, bool runs, std::int64_t max_bars,
                              const std::function<std::int64_t(int, std::int64_t)>& position, NumberArrays& arrays);

 private:
  LaunchTimes& launch(std::int64_t number);

  std::vector<LaunchTimes> launches_;
  std::map<std::int64_t, std::size_t> places_;
  std::map<std::string, std::uint32_t, std::less<>> hosts_;
};

}  // namespace icsweep::report
