// One value for each combination of axes, chosen from a ranked list: a tuned parameter's best, a line's best setting.
#pragma once

#include <string>
#include <vector>

namespace icsweep {

/// A value that was tried for a combination of axes.
struct RankedValue {
  std::vector<std::string> axes{};   ///< the axes' values as SQL
  std::vector<std::string> shown{};  ///< the same for people
  std::string value{}, text{};       ///< the value as SQL and for people
  bool comparable = true;            ///< false if it only precedes worse ones; the median is not among these
};

/// The best or the median value of each combination, in the order of the combinations. Values of one combination are
/// adjacent, the best first. The median is the middle one of those comparable.
enum class Rank { best, median };
std::vector<RankedValue> chosen_of_each(const std::vector<RankedValue>& ranked, Rank rank);

/// "(axis, value), (axis, value)": rows for SQL's VALUES.
std::string sql_rows(const std::vector<RankedValue>& chosen);

/// "0.001 for tokenization lagged, sca with depth 4; 0.003 for tokenization aligned with depth 2, 4": each value once,
/// with its combinations. An axis with one value in all rows of `ranked` is not named. If all combinations have one
/// value, the text is that value. Of many values the first eight are given, and the number of the others.
std::string text_of_each(const std::vector<RankedValue>& chosen, const std::vector<std::string>& axes,
                         const std::vector<RankedValue>& ranked);

}  // namespace icsweep
