// A task's parameters and results: the schema that sweep files are checked against and tables are made from.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "io/error.hpp"

namespace icsweep {

/// A parameter's value. An integer is accepted where a real is asked for; nothing else converts.
using Value = std::variant<std::int64_t, double, std::string>;
/// Values of some parameters, by name.
using Values = std::map<std::string, Value>;
enum class ValueType { integer, real, text };

ValueType type_of(const Value& value);
std::string_view name_of(ValueType type);
/// Calls f with a default-made std::int64_t, double or std::string, whichever the type is, and returns its value.
template <class F>
Value value_of(ValueType type, F&& f) {
  if (type == ValueType::integer) return f(std::int64_t{});
  if (type == ValueType::real) return f(double{});
  return f(std::string{});
}
/// Shortest text that reads back as the same value: 0.005 for 5e-3. A real and an integer may have equal texts; their
/// types differ.
std::string to_text(const Value& value);

/// A setting that changes no result: a parameter's `value` computes what its value `same_as` does wherever the
/// parameter `where` is `at`. Without a `value`, every value of the parameter computes the same wherever `where` is not
/// `at`.
struct IdleSetting {
  std::string where;
  Value at;
  std::optional<Value> value{};
  std::string same_as{};
};

/// One parameter of a task or a claim; io/schema_builders.hpp writes it as a sentence. Bounds apply to numbers, choices
/// to texts.
struct Parameter {
  std::string name;
  Value default_value;  ///< value when the sweep file does not name it; its type is the parameter's type
  std::string description{};
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices{};
  /// For a parameter added after results exist: the value that keeps the old behaviour. An identity leaves out a
  /// parameter at its neutral value.
  std::optional<Value> neutral{};
  bool repeats = false;             ///< a seed: experiments that differ in it alone are repetitions of one setting
  bool hashes = false;              ///< hash of the task's code: its default value is another after an edit
  bool gives_more = false;          ///< how long it trains: a search may give less of it, see resource()
  std::vector<IdleSetting> idle{};  ///< reported by `plan` and `run`
  std::string batched_by{};  ///< names the parameter that says how many of these a step takes; see in_batches_of()

  ValueType type() const { return type_of(default_value); }

  Parameter between(double least, double most) &&;
  Parameter says(std::string text) &&;
  /// Every value computes the same unless the parameter `where` is `at`.
  Parameter used_where(std::string where, Value at) &&;
  /// `value` computes what `same_as` does where the parameter `where` is `at`.
  Parameter same_where(Value value, std::string same_as, std::string where, Value at) &&;
  /// Makes the default value the neutral one.
  Parameter added() &&;
  /// The work is proportional to this parameter, and a step takes as many of it as the parameter `batch` says: a
  /// measurement of speed may take fewer.
  Parameter in_batches_of(std::string batch) &&;
  /// How long the task trains: with the value R, checkpoint i (from 0) of the n of each of its results along training
  /// stands at floor((i + 1)·R/n), and is reached when as great a share of the steps is done. Nothing before it depends
  /// on what follows, so a search (engine/search/) may look there and stop.
  Parameter resource() &&;
};

/// One experiment's full configuration: a value for every parameter of its task. Copies share common values, so that a
/// point of a grid takes 50 bytes for each parameter that varies and nothing for the others.
class Config {
 public:
  void set(const std::string& name, Value value);
  bool has(const std::string& name) const { return find(name) != nullptr; }
  const Value& at(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;
  int small_integer(const std::string& name) const;  ///< throws Error(config) beyond 31 bits
  double real(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  Values values() const;
  /// Calls f(name, value) for each parameter, in the order of names.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; common_ && i < common_->size(); ++i) f((*common_)[i].first, value(i));
  }

 private:
  using Named = std::pair<std::string, Value>;

  std::size_t place(const std::string& name) const;  // the first in common_ that is not before this name
  bool is_at(std::size_t place, const std::string& name) const;
  const Value* find(const std::string& name) const;
  void unshare();
  const Value& value(std::size_t place) const {
    for (const auto& [at, value] : own_)
      if (at == place) return value;
    return (*common_)[place].second;
  }

  std::shared_ptr<std::vector<Named>> common_;        // in the order of names; written only while it is not shared
  std::vector<std::pair<std::uint32_t, Value>> own_;  // by place in common_: values set since it is shared
};

/// An axis of a result, e.g. "position"; its size depends on the experiment.
struct Dimension {
  std::string name;
  std::function<std::int64_t(const Config&)> size;
};

/// Whether a result of these dimensions grows along training, as a curve of losses does: its values so far are kept if
/// the training ends early. Every task calls that dimension "checkpoint".
bool is_along_training(const std::vector<std::string>& dimensions);

/// A result: a scalar (no dimension), a curve (one) or an array (several). All are stored as doubles.
struct Output {
  std::string name, description;
  std::vector<Dimension> dimensions;
  bool later = false;  ///< added after results exist: stores made before lack it, and their digests stay as they are

  Output added() &&;
};

/// A named part of a task's trained parameters, row-major; the parts follow each other in one flat block.
struct WeightArray {
  std::string name;
  std::vector<std::int64_t> shape;

  std::int64_t count() const;
};
/// The total of all arrays' counts.
std::int64_t weight_count(const std::vector<WeightArray>& arrays);

/// Of the results of configurations that have this text as a parameter's value, if they alone have changed.
struct RaisedVersion {
  std::string parameter, value;
  int by;
};

struct Schema {
  std::string task;
  int result_version;  ///< raised when the same configuration gives other results than before
  std::vector<Parameter> parameters;
  std::vector<Output> outputs;
  std::vector<RaisedVersion> raised{};

  /// The version of this configuration's results. Parameters that are missing raise nothing.
  int result_version_of(const Config& config) const;
  int result_version_of(const Values& values) const;

  const Parameter* find(std::string_view parameter) const;
  const Output* find_output(std::string_view output) const;
};

/// Every parameter at its default value.
Config default_config(const Schema& schema);

/// Throws Error(config) for values of a configuration that do not fit: "heads = 3: do not divide width = 8, use …".
[[noreturn]] inline void refuse_setting(const std::string& what) {
  throw Error(ErrorKind::config, what);
}

/// Checks value against the parameter's type, bounds and choices and returns it in the parameter's type. Throws
/// Error(config), such as "depth = -1: must be at least 1", without a place, which the caller knows.
Value checked(const Parameter& parameter, const Value& value);

/// Content hash of the task and its configuration, 32 hexadecimal digits (128 bits of XXH3). Numbers count by value.
std::string identity(const Schema& schema, const Config& config);

/// An experiment's results by output name: row-major values of the output's dimensions.
using Results = std::map<std::string, std::vector<double>>;

/// Largest zero_ratio (final loss over the loss of predicting zero) of a run that has learnt something. Answers mark
/// the runs above it.
inline constexpr double largest_learnt_ratio = 0.95;

}  // namespace icsweep
