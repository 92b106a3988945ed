// Parts of messages: counts, and suggestions for a misspelt name.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// The known name that `name` was probably meant to be. This is the name for a common short form, such as lr for
/// learning_rate. Otherwise it is the first name at the least edit distance, if that is at most a third of the length
/// of `name`. Empty if no name is near.
std::string nearest(const std::string& name, const std::vector<std::string>& known);

/// The optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours.
std::size_t edit_distance(const std::string& a, const std::string& b);

/// The end of a message about an unknown name: ", did you mean depth? --list shows all", or "; --list shows all"
/// without a near name.
std::string suggestion(const std::string& name, const std::vector<std::string>& known, const std::string& advice = "");

/// "1 experiment", "2 experiments".
template <class Number>
std::string counted(Number count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == Number(1) ? "" : "s");
}

/// Parts of a list that a message or a caption names, unless there is a reason for another number.
inline constexpr std::size_t most_named = 8;

/// The parts in a row. Of more than most + 1 parts, the first `most` and the number of the others: "a, b and 7 more".
std::string first_of(const std::vector<std::string>& parts, std::size_t most = most_named,
                     std::string_view between = ", ");

}  // namespace icsweep
