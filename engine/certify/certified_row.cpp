#include "engine/certify/certified_row.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/ledger/stored_experiment.hpp"
#include "io/evidence/sha256.hpp"
#include "io/schema/json.hpp"
#include "io/store/parameter_cell.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

constexpr int deepest_row = 2 + deepest_composite;  // of JSON's brackets

Outcome outcome_of(const std::string& name) {
  for (int i = 0; i < outcome_count; ++i)
    if (name_of(Outcome(i)) == name) return Outcome(i);
  throw Error(ErrorKind::config, fmt::format("there is no outcome \"{}\"", name));
}

}  // namespace

std::string result_hash(const Table& table, const Row& cells) {
  Sha256 hash;
  visit_result_bytes(table, cells, [&](const void* data, std::size_t size) { hash.add(data, size); });
  return to_text(hash.value());
}

CertifiedRow certified(const Table& table, const Row& cells) {
  CertifiedRow row{.task = table.task,
                   .identity = std::get<std::string>(cells.at("identity")),
                   .status = Outcome(std::get<std::int64_t>(cells.at("status")))};
  for (const auto& column : table.columns)
    if (column.role == Role::parameter)
      row.parameters[column.name] =
          parameter_value(cells.at(column.name), column.type(), column.optional || column.nullable);
  if (row.status == Outcome::pending) return row;
  row.level = std::get<std::string>(cells.at("level"));
  row.result_version = std::get<std::int64_t>(cells.at("result_version"));
  row.results = result_hash(table, cells);
  for (const auto& column : table.columns)
    if (column.role == Role::result && column.neutral && !is_neutral(column, cells.at(column.name)))
      row.later.push_back(column.name);
  return row;
}

std::string to_line(const CertifiedRow& row) {
  return nlohmann::json{{"task", row.task},
                        {"identity", row.identity},
                        {"status", name_of(row.status)},
                        {"level", row.level},
                        {"result_version", row.result_version},
                        {"parameters", to_json(row.parameters)},
                        {"later", row.later},
                        {"results", row.results}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

CertifiedRow row_in(const std::string& line) try {
  if (!nests_at_most(line, deepest_row))
    throw Error(ErrorKind::config, "is not an experiment (its brackets nest too deep)");
  const auto json = nlohmann::json::parse(line);
  CertifiedRow row{.task = json.at("task"),
                   .identity = json.at("identity"),
                   .status = outcome_of(json.at("status")),
                   .level = json.at("level"),
                   .result_version = json.at("result_version"),
                   .parameters = {},
                   .later = json.at("later"),
                   .results = json.at("results")};
  for (const auto& [name, value] : json.at("parameters").items()) row.parameters[name] = value_in(value);
  return row;
} catch (const nlohmann::json::exception& e) {
  throw Error(ErrorKind::config, fmt::format("is not an experiment ({})", e.what()));
}

Repeatability repeatability(const TaskRegistry& tasks, const CertifiedRow& row) {
  if (row.status != Outcome::done) return Repeatability::not_done;
  const Task* task = tasks.get(row.task);
  if (!task) return Repeatability::unknown_task;
  if (row.level != instruction_set_level()) return Repeatability::other_level;
  const bool same = row.result_version == task->schema().result_version_of(row.parameters);
  return same ? Repeatability::given : Repeatability::other_version;
}

Config config_of(const Schema& schema, const CertifiedRow& row) {
  Row cells;
  for (const auto& [name, value] : row.parameters) {
    const Parameter* parameter = schema.find(name);
    if (!parameter) throw Error(ErrorKind::config, fmt::format("{} has no parameter {}", row.task, name));
    cells[name] = parameter_cell(checked(*parameter, value), parameter->type());
  }
  for (const auto& parameter : schema.parameters)
    if (parameter.optional) cells.try_emplace(parameter.name, parameter_cell(Absent{}, parameter.type()));
  for (const auto& parameter : schema.parameters)
    if (!parameter.neutral && !cells.contains(parameter.name))
      throw Error(ErrorKind::config, fmt::format("its parameter {} is missing", parameter.name));
  const Config config = stored_config(schema, cells);
  if (identity(schema, config) != row.identity)
    throw Error(ErrorKind::config, "its identity is not that of its parameters");
  return config;
}

}  // namespace icsweep
