#include "engine/progress/store_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/progress/unlearnt.hpp"
#include "io/text_columns.hpp"

namespace icsweep {
namespace {

constexpr std::size_t max_messages = 10, max_identities = 10;

void add_ended(TaskStatus& s, Outcome outcome, const std::string& message, const std::string& identity) {
  auto found = std::find_if(s.ended.begin(), s.ended.end(),
                            [&](const auto& e) { return e.outcome == outcome && e.message == message; });
  if (found == s.ended.end()) found = s.ended.insert(s.ended.end(), {outcome, message, {}});
  found->identities.push_back(identity);
}

TaskStatus status_of(const StoredTable& table, Detail detail, const std::map<std::string, double>& saved,
                     const std::map<std::string, CheckpointHead>& passed) {
  TaskStatus s;
  s.task = table.table().task;
  const auto status = table.integers("status"), planned = table.integers("planned");
  const auto texts = [&](const char* column, bool read) {
    return read && table.table().find(column) ? table.texts(column) : std::vector<std::string>(status.size());
  };
  const bool all = detail == Detail::messages;
  const auto builds = texts("build", detail != Detail::counts), messages = texts("message", all),
             identities = texts("identity", all || !saved.empty());
  const auto rungs =
      table.table().find(rung_column) ? table.integers(rung_column) : std::vector<std::int64_t>(status.size());
  const auto metrics =
      table.table().find(rung_metric_column) ? table.reals(rung_metric_column) : std::vector<double>(status.size());
  for (std::size_t i = 0; i < status.size(); ++i) {
    if (!planned[i]) {
      ++s.unplanned;
      continue;
    }
    ++s.planned;
    const auto outcome = status[i] < outcome_count ? Outcome(status[i]) : Outcome::pending;
    ++s.counts[std::size_t(outcome)];
    if (outcome == Outcome::done) ++s.builds[builds[i]];
    if (const auto found = saved.find(identities[i]); outcome == Outcome::pending && found != saved.end())
      ++s.saved, s.saved_steps += found->second;
    if (const auto found = passed.find(identities[i]); outcome == Outcome::pending && found != passed.end())
      ++s.rungs[std::int64_t(found->second.rungs.size())].past;
    if (outcome == Outcome::pruned) ++s.rungs[rungs[i]].pruned, s.rungs[rungs[i]].behind += std::isnan(metrics[i]);
    else if (all && outcome > Outcome::done) add_ended(s, outcome, messages[i], identities[i]);
  }
  s.unlearnt = unlearnt(table);
  return s;
}

}  // namespace

std::vector<TaskStatus> status_of(const Store& store, Detail detail, const std::map<std::string, double>& saved,
                                  const std::map<std::string, CheckpointHead>& rungs) {
  std::vector<TaskStatus> result;
  for (const auto& table : store.tables()) result.push_back(status_of(table, detail, saved, rungs));
  return result;
}

namespace {

std::string to_text(const TaskStatus::Ended& e) {
  const auto all = e.identities.size(), shown = std::min(all, max_identities);
  std::string text = fmt::format("  {} {}: {}:", all, name_of(e.outcome), printable(e.message));
  for (std::size_t i = 0; i < shown; ++i) text += " " + printable(e.identities[i].substr(0, 8));
  return text + (shown < all ? " ...\n" : "\n");
}

/// A line if several builds of the program computed the rows: equal settings may then give unequal bits.
std::string builds_text(const std::map<std::string, std::size_t>& builds) {
  if (builds.size() < 2) return "";
  std::string text;
  for (const auto& [build, rows] : builds)
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", rows,
                        build.empty() ? "an icsweep before 0.2" : printable(build));
  return fmt::format("  computed by {} builds of the program: {}\n", builds.size(), text);
}

}  // namespace

namespace {

std::string rungs_text(const std::map<std::int64_t, TaskStatus::AtRung>& rungs) {
  std::string text;
  for (const auto& [rung, at] : rungs) {
    text += fmt::format("{}rung {}:", text.empty() ? "  " : "; ", rung);
    if (at.pruned > 0) text += fmt::format(" {} pruned", at.pruned);
    if (at.behind > 0) text += fmt::format(" ({} without being run to it)", at.behind);
    if (at.past > 0) text += fmt::format("{} {} past it", at.pruned > 0 ? "," : "", at.past);
  }
  return text.empty() ? text : text + "\n";
}

nlohmann::json rungs_json(const std::map<std::int64_t, TaskStatus::AtRung>& rungs) {
  auto json = nlohmann::json::array();
  for (const auto& [rung, at] : rungs)
    json.push_back({{"rung", rung}, {"pruned", at.pruned}, {"behind", at.behind}, {"past", at.past}});
  return json;
}

}  // namespace

std::string to_text(const OutcomeCounts& counts) {
  std::string text;
  for (int i = 0; i < outcome_count; ++i)
    if (const std::size_t count = counts[std::size_t(i)]; count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(Outcome(i)));
  return text.empty() ? "none" : text;
}

std::string to_text(const TaskStatus& s) {
  std::string text = fmt::format("{}: {} planned: {}", s.task, s.planned, to_text(s.counts));
  if (s.unplanned > 0) text += fmt::format("; {} more from earlier sweeps", s.unplanned);
  text += "\n" + rungs_text(s.rungs) + builds_text(s.builds) + unlearnt_text(s.unlearnt);
  for (std::size_t i = 0; i < std::min(s.ended.size(), max_messages); ++i) text += to_text(s.ended[i]);
  if (s.ended.size() > max_messages) text += fmt::format("  and {} other messages\n", s.ended.size() - max_messages);
  return text;
}

nlohmann::json to_json(const TaskStatus& s) {
  nlohmann::json json{
      {"task", s.task}, {"planned", s.planned}, {"unplanned", s.unplanned}, {"saved", s.saved}, {"builds", s.builds}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = s.counts[std::size_t(i)];
  if (!s.rungs.empty()) json["rungs"] = rungs_json(s.rungs);
  json["learnt_nothing"] = s.unlearnt.size();
  return json;
}

}  // namespace icsweep
