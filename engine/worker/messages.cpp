#include "engine/worker/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/base/parsed_number.hpp"
#include "io/schema/json.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::mpi,
              fmt::format("a message of another rank cannot be read ({}); start all ranks from one build", what));
}

/// Converts the text by `read`. Numbers that are whole in the first example of this type must be whole in the text.
template <class Message, class Read>
Message understood(const std::string& text, const Message& example, Read read) {
  static const Json form = Json::parse(to_message(example));
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !has_whole_numbers(json, form)) refuse("its form");
    return read(json);
  } catch (const Json::exception& e) {
    refuse(e.what());
  }
}

/// JSON has null in place of NaN.
std::vector<double> numbers(const Json& list) {
  std::vector<double> values;
  for (const Json& value : list) values.push_back(value.is_null() ? std::nan("") : value.get<double>());
  return values;
}

/// An index as JSON; −1 means none.
template <class I>
std::int64_t number_of(const std::optional<I>& index) {
  return index ? std::int64_t(index->value()) : -1;
}
template <class I>
std::optional<I> index_of(std::int64_t number) {
  return number < 0 ? std::nullopt : std::make_optional(index_after<I>(std::size_t(number)));
}

Json search_json(const Assignment& a) {
  if (!a.rungs) return nullptr;
  const Rungs& r = *a.rungs;
  return {{"metric", r.metric},
          {"resource", r.resource},
          {"of", r.of},
          {"at", r.at},
          {"checkpoint", r.checkpoint},
          {"checkpoints", r.checkpoints},
          {"until", number_of(a.stint.until)},
          {"pruned_at", number_of(a.stint.pruned_at)},
          {"at_risk", a.stint.at_risk},
          {"runs_on", a.stint.runs_on}};
}

void read_search(const Json& json, Assignment& a) {
  if (json.is_null()) return;
  static const Json example{{"of", 0}, {"checkpoints", 0}, {"until", 0}, {"pruned_at", 0}};
  if (!has_whole_numbers(json, example)) refuse("its search");
  Rungs r{json.at("metric"), json.at("resource"),   json.at("of"),
          json.at("at"),     json.at("checkpoint"), json.at("checkpoints")};
  a.stint = {index_of<RungIndex>(json.at("until")), index_of<RungIndex>(json.at("pruned_at")), json.at("at_risk"),
             json.at("runs_on")};
  const auto is_place = [&](std::int64_t place) { return place >= 0 && place < r.of; };
  const auto is_given = [&](std::int64_t part) { return is_place(part) || part == r.of; };
  if (r.of < 1 || r.checkpoints < 1 || r.checkpoint.size() != r.count() ||
      std::max(a.stint.until, a.stint.pruned_at) >= RungIndex(r.count()) ||
      (a.stint.pruned_at && a.stint.until > a.stint.pruned_at) || !std::all_of(r.at.begin(), r.at.end(), is_given) ||
      !std::all_of(r.checkpoint.begin(), r.checkpoint.end(), is_place))
    refuse("its search");
  a.rungs = std::move(r);
}

Json allotment_json(const Allotment& a) {
  if (a == Allotment{}) return nullptr;
  return {{"processors", a.processors},
          {"gpus", a.gpus ? Json(*a.gpus) : Json()},
          {"memory", a.memory},
          {"is_alone", a.is_alone}};
}

Allotment allotment_in(const Json& json) {
  if (json.is_null()) return {};
  Allotment a{.processors = json.at("processors"), .memory = json.at("memory"), .is_alone = json.at("is_alone")};
  if (!json.at("gpus").is_null()) a.gpus = json.at("gpus").get<std::vector<std::string>>();
  const auto is_processor = [](int number) { return number >= 0 && number < 1024; };
  if (!std::ranges::all_of(a.processors, is_processor) || !(a.memory >= 0)) refuse("its allotment");
  return a;
}

/// The task's parameter determines the type of each value.
Config config_of(const Schema& schema, const Json& json) {
  Config config;
  for (const auto& p : schema.parameters) {
    if (p.optional && !json.contains(p.name)) {
      config.set(p.name, Absent{});
      continue;
    }
    const Json& value = json.at(p.name);
    if (p.type() == ValueType::integer && !value.is_number_integer() && !value.is_null()) refuse(p.name);
    if (value.is_null() && !p.nullable) refuse(p.name);
    config.set(p.name, value_in(value, p.type()));
  }
  return config;
}

}  // namespace

std::string to_message(const WorkerMessage& m) {
  const double loss = std::isfinite(m.progress.loss) ? m.progress.loss : 0;  // JSON has no NaN
  return Json{{"kind", int(m.kind)},
              {"outcome", int(m.outcome)},
              {"step", m.progress.step},
              {"steps", m.progress.steps},
              {"sequences", m.progress.sequences},
              {"loss", loss},
              {"saved", m.progress.saved},
              {"message", m.message},
              {"rungs", m.rungs}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);  // an error message need not be UTF-8
}

MessageKind kind_in(std::string_view text) {
  constexpr std::string_view before = R"({"kind":)";  // the first name of the alphabet
  if (!text.starts_with(before)) refuse("its form");
  const auto kind = whole_number(text.substr(before.size(), text.find(',') - before.size()));
  if (!kind || *kind < 0 || *kind > int(MessageKind::goodbye)) refuse("its kind");
  return MessageKind(*kind);
}

WorkerMessage worker_message(const std::string& text) {
  return understood<WorkerMessage>(text, WorkerMessage{}, [](const Json& json) {
    const int kind = json.at("kind"), outcome = json.at("outcome");
    if (kind < 0 || kind > int(MessageKind::goodbye) || outcome < 0 || outcome >= outcome_count) refuse("its kind");
    return WorkerMessage{MessageKind(kind),
                         {json.at("step"), json.at("steps"), json.at("sequences"), json.at("loss"), json.at("saved")},
                         Outcome(outcome),
                         json.at("message"),
                         numbers(json.at("rungs"))};
  });
}

std::string to_message(const Order& o) {
  std::map<int, int> members;  // threads by rank
  for (const auto& [rank, threads] : o.members) members[rank.value()] = threads;
  return Json{{"order", o.identity}, {"pause", o.pause}, {"threads", o.threads}, {"members", members}}.dump();
}

std::optional<Order> order_in(const std::string& text) {
  if (!text.starts_with(R"({"members":)")) return std::nullopt;  // the first name of the alphabet
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.size() != 4 || !json.contains("order")) return std::nullopt;
  try {
    Order order{json.at("order"), json.at("pause"), json.at("threads")};
    for (const auto& [rank, threads] : json.at("members").get<std::map<int, int>>())
      order.members[Rank(rank)] = threads;
    return order;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string to_message(const LaunchTerms& t) {
  const Json walltime = std::isfinite(t.walltime) ? Json(t.walltime) : Json();  // JSON has no infinity
  return Json{{"epoch", t.epoch},
              {"number", t.number},
              {"subprocess", t.subprocess},
              {"walltime", walltime},
              {"lease_holder", t.lease_holder},
              {"definitions", t.definitions},
              {"guest", t.guest},
              {"first_rank", t.first_rank}}
      .dump();
}

LaunchTerms launch_terms(const std::string& text) {
  return understood<LaunchTerms>(text, LaunchTerms{}, [](const Json& json) {
    const Json& walltime = json.at("walltime");
    return LaunchTerms{
        json.at("epoch"),        json.at("number"),
        json.at("subprocess"),   walltime.is_null() ? std::numeric_limits<double>::infinity() : walltime.get<double>(),
        json.at("lease_holder"), json.at("definitions"),
        json.at("guest"),        json.at("first_rank")};
  });
}

std::string to_message(const Assignment& a) {
  if (!a.task) return "{}";
  return Json{{"task", a.task->schema().task},
              {"identity", a.identity},
              {"row", a.row.value()},
              {"attempts", a.attempts},
              {"time_limit", a.time_limit},
              {"retries", a.retries},
              {"failures", a.failures},
              {"checkpoint", a.checkpoint},
              {"threads", a.threads},
              {"isolated", a.isolated},
              {"search", search_json(a)},
              {"leader", number_of(a.leader)},
              {"allotment", allotment_json(a.allotment)},
              {"config", to_json(a.config.values())}}
      .dump();
}

Assignment assignment(const TaskRegistry& tasks, const std::string& text) {
  Assignment example;
  example.task = tasks.all().at(0);
  return understood<Assignment>(text, example, [&](const Json& json) {
    if (json.empty()) return Assignment{};
    const Task& task = tasks.find(json.at("task"));
    Assignment a{&task,
                 json.at("identity"),
                 config_of(task.schema(), json.at("config")),
                 RowIndex(json.at("row").get<std::int64_t>()),
                 json.at("attempts"),
                 json.at("time_limit"),
                 json.at("retries"),
                 json.at("failures"),
                 json.at("checkpoint"),
                 json.at("threads")};
    read_search(json.at("search"), a);
    a.leader = index_of<Rank>(json.at("leader"));
    a.isolated = json.at("isolated");
    a.allotment = allotment_in(json.at("allotment"));
    if (a.row < RowIndex(0) || a.attempts < 0 || a.retries < 0 || a.failures < 0 || a.threads < 1) refuse("a number");
    return a;
  });
}

}  // namespace icsweep
