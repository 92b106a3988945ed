#include "engine/ledger/stored_task.hpp"

#include <fmt/format.h>

#include "io/base/parsed_number.hpp"
#include "tasks/sampler/sampled_schema.hpp"

namespace icsweep {
namespace {

/// Value of a text of the table; 0 or "" for a text of another form, which tables of early versions have.
Value value_in(const Column& column, const std::string& text) {
  switch (column.type()) {
    case ValueType::integer:
      return whole_number(text).value_or(0);
    case ValueType::real:
      return real_number(text).value_or(0);
    case ValueType::boolean:
      return text == "true" || text == "1";
    case ValueType::composite:
      return Composite{text};
    default:
      return text;
  }
}

Parameter parameter_of(const Column& column) {
  Parameter parameter{column.name, value_in(column, column.default_value), column.description};
  if (column.neutral) parameter.neutral = value_in(column, *column.neutral);
  parameter.repeats = column.repeats;
  parameter.optional = column.optional;
  parameter.nullable = column.nullable;
  parameter.path = column.path;
  return parameter;
}

Output output_of(const Table& table, const Column& column) {
  Output output{column.name, column.description, {}};
  for (const auto& dimension : column.dimensions)
    output.dimensions.push_back({dimension, [size = table.extents.at(dimension)](const Config&) { return size; }});
  return output;
}

class StoredTask : public Task {
 public:
  explicit StoredTask(const Table& table) : schema_{table.task, 0, {}, {}} {
    for (const auto& column : table.columns)
      if (column.role == Role::parameter) schema_.parameters.push_back(parameter_of(column));
      else if (column.role == Role::result) schema_.outputs.push_back(output_of(table, column));
  }
  const Schema& schema() const override { return schema_; }
  Cost cost(const Config&) const override { return {0, 1, 0}; }
  std::vector<WeightArray> weights(const Config& config) const override { return sampled_weights(schema_, config); }
  std::string flop_formula() const override { return "not known"; }
  void run(const Config&, Context&) const override {
    throw Error(ErrorKind::config, fmt::format("this program has no task {}, run its sweep file", schema_.task));
  }

 private:
  Schema schema_;
};

}  // namespace

std::shared_ptr<const Task> stored_task(const Table& table) {
  return std::make_shared<StoredTask>(table);
}

}  // namespace icsweep
