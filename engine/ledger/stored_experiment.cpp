#include "engine/ledger/stored_experiment.hpp"

#include <fmt/format.h>

#include "engine/ledger/stored_task.hpp"
#include "io/base/decimal.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep {
namespace {

/// The first values of a padded array along each axis, up to this shape.
Array corner(const Array& padded, const std::vector<std::int64_t>& shape) {
  Array result{shape, {}};
  result.values.reserve(std::size_t(WeightArray{"", shape}.count()));
  for (std::size_t i = 0; i < padded.values.size(); ++i) {
    bool inside = true;
    for (std::size_t axis = shape.size(), rest = i; axis-- > 0; rest /= std::size_t(padded.shape[axis]))
      inside &= std::int64_t(rest % std::size_t(padded.shape[axis])) < shape[axis];
    if (inside) result.values.push_back(padded.values[i]);
  }
  return result;
}

}  // namespace

Value stored_value(const Parameter& p, const Cell& cell) {
  const bool may_be_missing = p.own || p.optional || p.nullable;
  if (!std::holds_alternative<std::int64_t>(cell) || p.type() != ValueType::real)
    return parameter_value(cell, p.type(), may_be_missing);
  const Value value = parameter_value(cell, ValueType::integer, may_be_missing);
  return is_missing(value) ? value : Value(as_number(value));
}

Config stored_config(const Schema& schema, const Row& cells) {
  Config config;
  for (const auto& p : schema.parameters) {
    const auto found = cells.find(p.name);
    const bool is_earlier = found == cells.end() && p.neutral;  // the row was written before the parameter was added
    config.set(p.name,
               is_earlier ? *p.neutral : stored_value(p, found == cells.end() ? cells.at(p.name) : found->second));
  }
  return config;
}

std::string decimal_identity(const Schema& schema, const Config& config) {
  Config rounded = config;
  bool other = false;
  for (const auto& p : schema.parameters) {
    const auto* value = std::get_if<double>(&config.at(p.name));
    if (!value) continue;
    const double written = decimal(*value);
    if (written == *value) continue;
    rounded.set(p.name, written);
    other = true;
  }
  return other ? identity(schema, rounded) : "";
}

StoredExperiment::StoredExperiment(const TaskRegistry& tasks, const FoundExperiment& found)
    : known_(tasks.get(found.table->table().task)),
      described_(known_ ? nullptr : stored_task(found.table->table())),
      row_(found.row) {
  const std::string different = known_ ? difference(found.table->table(), make_table(known_->schema())) : "";
  if (!different.empty())
    throw Error(ErrorKind::store,
                fmt::format("{}; use the program that made the store, which its table launches names", different));
  cells_ = found.table->read_rows(row_, 1).at(0);
  config_ = stored_config(task().schema(), cells_);
  weights_ = found.table->weights(cells_);
  if (outcome() != Outcome::pending && std::int64_t(checksum(found.table->table(), cells_, outcome(), weights_)) !=
                                           std::get<std::int64_t>(cells_.at("checksum")))
    throw Error(ErrorKind::store,
                fmt::format("experiment {} does not match its checksum; run its sweep again, which computes it anew",
                            identity()));
  try {
    for (const auto& p : task().schema().parameters) checked(p, config_.at(p.name));  // sizes follow from these
  } catch (const Error& e) {
    throw Error(ErrorKind::store, fmt::format("experiment {} cannot be: {}", identity(), e.what()));
  }
}

std::vector<std::int64_t> StoredExperiment::shape(const Output& output) const {
  std::vector<std::int64_t> shape;
  for (const auto& d : output.dimensions) shape.push_back(d.size(config_));
  return shape;
}

Array StoredExperiment::array(const Output& output) const {
  const auto found = cells_.find(output.name);
  if (found == cells_.end())
    throw Error(ErrorKind::store,
                fmt::format("experiment {} was run before its task gave {}", identity(), output.name));
  const Cell& cell = found->second;
  if (const auto* scalar = std::get_if<double>(&cell)) return {{}, {*scalar}};
  const auto& padded = std::get<Array>(cell);
  const auto own = shape(output);
  for (std::size_t axis = 0; axis < own.size(); ++axis)
    if (own[axis] < 0 || own[axis] > padded.shape[axis])
      throw Error(ErrorKind::store, fmt::format("experiment {} has no room for its {}", identity(), output.name));
  return corner(padded, own);
}

std::vector<WeightArray> StoredExperiment::weight_arrays() const {
  if (weights_.empty()) return {};
  std::vector<WeightArray> arrays = task().weights(config_);
  const auto kept = std::int64_t(weights_.size());
  if (weight_count(arrays) == kept) return arrays;
  if (described_) return {{"weights", {kept}}};
  throw Error(ErrorKind::store,
              fmt::format("experiment {} keeps {} weights, and this program's {} has {} there; use the program that "
                          "made the store, which its table launches names",
                          identity(), kept, task().schema().task, weight_count(arrays)));
}

}  // namespace icsweep
