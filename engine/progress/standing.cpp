#include "engine/progress/standing.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/forecast/calibration.hpp"
#include "engine/planning/row_check.hpp"
#include "engine/planning/stored_experiment.hpp"
#include "engine/planning/checkpoint_index.hpp"
#include "engine/progress/progress_text.hpp"

namespace icsweep {
namespace {

using Shares = std::map<std::string, double>;

/// The parameters of every row, without results.
class Parameters {
 public:
  explicit Parameters(const StoredTable& table) {
    for (const auto& c : table.table().columns) {
      if (c.role != Role::parameter) continue;
      if (c.kind == ValueType::integer) integers_[c.name] = table.integers(c.name);
      else if (c.kind == ValueType::real) reals_[c.name] = table.reals(c.name);
      else texts_[c.name] = table.texts(c.name);
    }
  }
  Row row(std::size_t at) const {
    Row row;
    for (const auto& [name, values] : integers_) row[name] = values[at];
    for (const auto& [name, values] : reals_) row[name] = values[at];
    for (const auto& [name, values] : texts_) row[name] = values[at];
    return row;
  }

 private:
  std::map<std::string, std::vector<std::int64_t>> integers_;
  std::map<std::string, std::vector<double>> reals_;
  std::map<std::string, std::vector<std::string>> texts_;
};

/// Adds the predicted work of a task's planned experiments, all of it and the part done. For a task that this program
/// does not know each experiment counts 1.
void add_work(const TaskRegistry& tasks, const StoredTable& table, const Shares& shares, double& all, double& done) {
  const Task* task = task_of(tasks, table.table());
  const auto status = table.integers("status"), planned = table.integers("planned");
  const auto identities = shares.empty() ? std::vector<std::string>(status.size()) : table.texts("identity");
  const std::optional<Parameters> parameters = task ? std::optional<Parameters>(table) : std::nullopt;
  for (std::size_t i = 0; i < status.size(); ++i) {
    if (!planned[i]) continue;
    const double cost = task ? predicted_cost(*task, stored_config(task->schema(), parameters->row(i))) : 1;
    const auto saved = shares.find(identities[i]);
    all += cost;
    if (status[i] != std::int64_t(Outcome::pending)) done += cost;
    else if (saved != shares.end()) done += cost * saved->second;
  }
}

double share_of_work(const TaskRegistry& tasks, const Store& store, const Standing& s, const Shares& shares) {
  if (s.ended == s.planned) return 1;
  if (s.ended == 0 && s.saved == 0) return 0;
  double all = 0, done = 0;
  for (const auto& table : store.tables()) add_work(tasks, table, shares, all, done);
  return all > 0 ? done / all : 0;
}

}  // namespace

Standing standing_of(const TaskRegistry& tasks, const Store& store, const std::string& path, const Heartbeat& launch,
                     const std::string& ending, bool messages) {
  const Shares shares = saved_shares(path);
  Standing s{.tasks = status_of(store, messages ? Detail::messages : Detail::builds, shares, saved_rungs(path)),
             .rounds = rounds_status(tasks, store),
             .launch = launch,
             .last_ending = store.header().launches.empty() ? "" : store.header().launches.back().ending,
             .ending = ending};
  double saved_steps = 0;
  for (const auto& task : s.tasks) {
    s.planned += task.planned;
    s.unplanned += task.unplanned;
    s.saved += task.saved;
    saved_steps += task.saved_steps;
    for (int i = 0; i < outcome_count; ++i) s.counts[std::size_t(i)] += task.counts[std::size_t(i)];
  }
  s.ended = s.planned - s.counts[std::size_t(Outcome::pending)];
  if (s.saved > 0) s.saved_share = saved_steps / double(s.saved);
  s.share = s.running() ? launch.share : share_of_work(tasks, store, s, shares);
  return s;
}

/// How to try again what did not end well; empty if nothing did not.
std::string retry_text(const Standing& s) {
  std::string outcomes;
  std::size_t count = 0;
  for (const Outcome outcome : {Outcome::failed, Outcome::timed_out, Outcome::crashed}) {
    const std::size_t its = s.counts[std::size_t(outcome)];
    if (its == 0) continue;
    outcomes += (outcomes.empty() ? "" : ",") + std::string(name_of(outcome));
    count += its;
  }
  return count == 0 ? "" : fmt::format("; add --retry {} to the command to run {} of them again", outcomes, count);
}

/// What makes the rest run. The command of a launch that ended all that it was asked for would find nothing to do.
std::string way_on(const Standing& s) {
  if (s.last_ending == ending::complete || s.last_ending == ending::with_failures)
    return "the last command did not ask for them, run its sweep without --only" + retry_text(s);
  if (s.last_ending == ending::gave_up)
    return "the last launch gave up since its first experiments failed; mend the cause" + retry_text(s);
  return resume_text + retry_text(s);
}

std::string left_text(const Standing& s) {
  if (s.left() == 0) return fmt::format("all {} experiments have ended{}", s.planned, retry_text(s));
  const std::string saved = saved_text(std::int64_t(s.saved), s.saved_share, std::int64_t(s.left()));
  return fmt::format("{} of {} left{}: {}", s.left(), s.planned, saved.empty() ? "" : ", " + saved, way_on(s));
}

nlohmann::json to_json(const Standing& s) {
  // Experiments in flight and failures read as in the lease.
  const auto lease = nlohmann::json::parse(to_text(s.launch));
  nlohmann::json json{{"running", s.running()},       {"ending", s.ending}, {"planned", s.planned},
                      {"unplanned", s.unplanned},     {"ended", s.ended},   {"saved", s.saved},
                      {"saved_share", s.saved_share}, {"share", s.share},   {"tasks", nlohmann::json::array()}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = s.counts[std::size_t(i)];
  for (const auto& task : s.tasks) json["tasks"].push_back(to_json(task));
  json["rounds"] = s.rounds ? to_json(*s.rounds) : nlohmann::json();
  for (const char* field : {"host", "pid", "ranks", "elapsed_s", "sequences_per_s", "eta_s", "in_flight", "failures"})
    json[field] = lease.at(field);
  return json;
}

}  // namespace icsweep
