#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "engine/commands.hpp"
#include "engine/progress.hpp"
#include "io/hdf5_store.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

struct TaskStatus {
  std::string task;
  std::array<std::size_t, outcome_count> counts{};
  std::size_t planned = 0, unplanned = 0;
  std::vector<std::string> messages;  // of failures, the first few
};

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
    if (outcome > Outcome::done && s.messages.size() < 5)
      s.messages.push_back(fmt::format("{} {}: {}", identities[i].substr(0, 8), name_of(outcome), messages[i]));
  }
  return s;
}

void print(const TaskStatus& s) {
  std::string text;
  for (int i = 0; i < outcome_count; ++i)
    if (s.counts[std::size_t(i)] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", s.counts[std::size_t(i)], name_of(Outcome(i)));
  fmt::print("{}: {} planned: {}", s.task, s.planned, text.empty() ? "none" : text);
  if (s.unplanned > 0) fmt::print("; {} more from earlier sweeps", s.unplanned);
  fmt::print("\n");
  for (const auto& m : s.messages) fmt::print("  {}\n", m);
}

void print(const Heartbeat& h) {
  fmt::print("running on {} rank{}, process {} on {}\n", h.ranks, h.ranks == 1 ? "" : "s", h.pid, h.host);
  fmt::print("{}\n", ProgressBoard::line(h));
  for (const auto& e : h.in_flight) {
    fmt::print("  rank {}: {} {}", e.rank, e.task, e.label);
    if (e.steps > 0) fmt::print(" step {}/{}", e.step, e.steps);
    if (e.loss != 0) fmt::print(" loss {:.4g}", e.loss);
    fmt::print("\n");
  }
}

nlohmann::json to_json(const TaskStatus& s) {
  nlohmann::json json{{"task", s.task}, {"planned", s.planned}, {"unplanned", s.unplanned}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = s.counts[std::size_t(i)];
  return json;
}

}  // namespace

int status_command(const Command& self, const Arguments& arguments) {
  std::string path;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")("json", "one JSON object a task");
  const auto values = parse_arguments(self, arguments, options, {"store"});
  if (!values) return exit_success;
  const StoreReader store(path);
  auto heartbeat = read_heartbeat(path);
  if (heartbeat && !is_alive(*heartbeat)) heartbeat.reset();
  if (!values->contains("json"))
    fmt::print("{}: sweep \"{}\", started {}\n  planned by: {}\n", path, store.header().sweep_name,
               store.header().started, store.header().command);
  for (const auto& table : store.tables()) {
    const TaskStatus s = status_of(table);
    if (values->contains("json")) {
      auto json = to_json(s);
      json["running"] = heartbeat.has_value();
      if (heartbeat) json["sequences_per_s"] = heartbeat->sequences_per_s, json["eta_s"] = heartbeat->eta_s;
      fmt::print("{}\n", json.dump());
    } else {
      print(s);
    }
  }
  if (values->contains("json")) return exit_success;
  if (heartbeat) print(*heartbeat);
  else fmt::print("no launch is running\n");
  return exit_success;
}

}  // namespace icsweep
