#include "engine/messages.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace icsweep {
namespace {

using Json = nlohmann::json;

/// Reals travel as numbers that read back exactly; their type is that of the task's parameter.
Json to_json(const Config& config) {
  Json json = Json::object();
  for (const auto& [name, value] : config.values())
    std::visit([&, &key = name](const auto& v) { json[key] = v; }, value);
  return json;
}

Config config_of(const Schema& schema, const Json& json) {
  Config config;
  for (const auto& p : schema.parameters) {
    const Json& value = json.at(p.name);
    if (p.type() == Type::integer) config.set(p.name, value.get<std::int64_t>());
    else if (p.type() == Type::real) config.set(p.name, value.get<double>());
    else config.set(p.name, value.get<std::string>());
  }
  return config;
}

}  // namespace

std::string to_message(const WorkerMessage& m) {
  const double loss = std::isfinite(m.progress.loss) ? m.progress.loss : 0;  // JSON has no NaN
  return Json{{"report", int(m.report)},   {"outcome", int(m.outcome)},         {"step", m.progress.step},
              {"steps", m.progress.steps}, {"sequences", m.progress.sequences}, {"loss", loss},
              {"message", m.message}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);  // a message may be no UTF-8
}

WorkerMessage worker_message(const std::string& text) {
  const Json json = Json::parse(text);
  return {Report(int(json.at("report"))),
          {json.at("step"), json.at("steps"), json.at("sequences"), json.at("loss")},
          Outcome(int(json.at("outcome"))),
          json.at("message")};
}

std::string to_message(const LaunchTerms& t) {
  const Json walltime = std::isfinite(t.walltime) ? Json(t.walltime) : Json();  // JSON has no infinity
  return Json{{"epoch", t.epoch}, {"isolated", t.isolated}, {"walltime", walltime}, {"lease_holder", t.lease_holder}}
      .dump();
}

LaunchTerms launch_terms(const std::string& text) {
  const Json json = Json::parse(text);
  const Json& walltime = json.at("walltime");
  return {json.at("epoch"), json.at("isolated"),
          walltime.is_null() ? std::numeric_limits<double>::infinity() : walltime.get<double>(),
          json.at("lease_holder")};
}

std::string to_message(const Assignment& a) {
  if (a.task.empty()) return "{}";
  return Json{{"task", a.task},
              {"identity", a.identity},
              {"row", a.row},
              {"attempts", a.attempts},
              {"time_limit", a.time_limit},
              {"retries", a.retries},
              {"failures", a.failures},
              {"checkpoint", a.checkpoint},
              {"threads", a.threads},
              {"config", to_json(a.config)}}
      .dump();
}

Assignment assignment(const std::string& text) {
  const Json json = Json::parse(text);
  if (json.empty()) return {};
  const std::string task = json.at("task");
  return {task,
          json.at("identity"),
          config_of(find_task(task).schema(), json.at("config")),
          json.at("row"),
          json.at("attempts"),
          json.at("time_limit"),
          json.at("retries"),
          json.at("failures"),
          json.at("checkpoint"),
          json.at("threads")};
}

}  // namespace icsweep
