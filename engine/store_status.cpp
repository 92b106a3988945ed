#include "engine/store_status.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace icsweep {
namespace {

constexpr std::size_t most_messages = 5;

TaskStatus status_of(const hdf5::OpenTable& table) {
  TaskStatus s{table.table().task, {}, 0, 0, {}};
  const auto status = table.integers("status"), planned = table.integers("planned");
  const auto messages = table.texts("message"), identities = table.texts("identity");
  for (std::size_t i = 0; i < status.size(); ++i) {
    if (!planned[i]) {
      ++s.unplanned;
      continue;
    }
    ++s.planned;
    const auto outcome = status[i] < outcome_count ? Outcome(status[i]) : Outcome::pending;
    ++s.counts[std::size_t(outcome)];
    if (outcome > Outcome::done && s.messages.size() < most_messages)
      s.messages.push_back(fmt::format("{} {}: {}", identities[i].substr(0, 8), name_of(outcome), messages[i]));
  }
  return s;
}

}  // namespace

std::vector<TaskStatus> status_of(const StoreReader& store) {
  std::vector<TaskStatus> result;
  for (const auto& table : store.tables()) result.push_back(status_of(table));
  return result;
}

std::string to_text(const TaskStatus& s) {
  std::string counts;
  for (int i = 0; i < outcome_count; ++i)
    if (s.counts[std::size_t(i)] > 0)
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", s.counts[std::size_t(i)], name_of(Outcome(i)));
  std::string text = fmt::format("{}: {} planned: {}", s.task, s.planned, counts.empty() ? "none" : counts);
  if (s.unplanned > 0) text += fmt::format("; {} more from earlier sweeps", s.unplanned);
  text += "\n";
  for (const auto& m : s.messages) text += fmt::format("  {}\n", m);
  return text;
}

nlohmann::json to_json(const TaskStatus& s) {
  nlohmann::json json{{"task", s.task}, {"planned", s.planned}, {"unplanned", s.unplanned}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = s.counts[std::size_t(i)];
  return json;
}

}  // namespace icsweep
