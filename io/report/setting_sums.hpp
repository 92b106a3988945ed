// The settings of a task: experiments that differ only in their seeds belong to one setting.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/report/task_columns.hpp"

namespace icsweep::report {

/// A page that lists a part of the rows has at most this many numbers of settings; with more settings it has none.
inline constexpr std::size_t max_setting_numbers = 60'000;

/// Count, mean and sum of squared deviations of the finite values in each setting.
struct Moments {
  std::vector<std::int64_t> n;
  std::vector<double> mean, square;  ///< mean: NaN without values
};

class SettingSums {
 public:
  explicit SettingSums(const TaskColumns& rows);

  std::size_t size() const { return first_.size(); }
  /// True if a parameter has more than one value, seeds included.
  bool varies(const std::string& parameter) const;
  /// Of the rows that count.
  Moments moments(const std::vector<double>& values) const;

  /// {"count", "columns", "planned", "counted", "results": [{"name", "n", "mean", "square"}]}: for each setting its
  /// parameters, the number of planned rows, of those that count, and the moments of every scalar result. Null if that
  /// takes more than max_setting_numbers.
  nlohmann::ordered_json json(NumberArrays& arrays) const;
  /// {"metric", "largest", "settings", "best", "next", "median"}: the settings with the best mean, the next one and the
  /// middle one, each with "at": its parameters, "n", "mean" and "half", the half-width of the mean's 95 % interval.
  /// Null if fewer than two settings have a value.
  nlohmann::ordered_json best(const Column& metric, bool largest) const;

 private:
  void refine(const ParameterCodes& parameter);
  void count();
  nlohmann::ordered_json at(std::size_t setting) const;
  nlohmann::ordered_json column(const Column& c, NumberArrays& arrays) const;

  const TaskColumns& rows_;
  std::vector<std::string> varying_;
  std::vector<const Column*> axes_;              // parameters that distinguish settings
  std::vector<std::uint32_t> of_;                // setting by row
  std::vector<std::int64_t> first_;              // row by setting
  std::vector<std::int64_t> planned_, counted_;  // by setting
};

}  // namespace icsweep::report
