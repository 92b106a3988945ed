// A task's parameters and results. Sweep files are checked against this schema, and tables are made from it.
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

#include "io/base/error.hpp"

namespace icsweep {

/// A list or a table as one value: its compact JSON.
struct Composite {
  std::string json;
  auto operator<=>(const Composite&) const = default;
};
/// The explicit null of a parameter, "none" in a sweep file: `null` for a program.
struct None {
  auto operator<=>(const None&) const = default;
};
/// In place of a value: the experiment does not have the parameter.
struct Absent {
  auto operator<=>(const Absent&) const = default;
};

/// A parameter's value. An integer is accepted in place of a real, and the text "none" where the parameter may be null;
/// there are no other conversions.
using Value = std::variant<std::int64_t, double, std::string, bool, Composite, None, Absent>;
/// Values of some parameters, by name.
using Values = std::map<std::string, Value>;
enum class ValueType { integer, real, text, boolean, composite, none, absent };

ValueType type_of(const Value& value);
std::string_view name_of(ValueType type);
bool is_number(const Value& value);
/// Equal, and no −0 for a 0.
bool is_same(const Value& a, const Value& b);
/// True if the value is null or absent: NULL in SQL.
bool is_missing(const Value& value);
/// The text of an explicit none in a sweep file, unless it is that of a parameter of texts.
inline constexpr char none_text[] = "none";
/// The number that a value is; 0 or 1 of a boolean.
double as_number(const Value& value);
/// Zero, an empty text, false or an empty list.
Value empty_value(ValueType type);
/// The shortest text that reads back as the same value: 0.005 for 5e-3. A real and an integer may have equal texts but
/// differ in type.
std::string to_text(const Value& value);

/// A setting without effect: if the parameter `where` is `at`, the parameter's `value` computes the same as its value
/// `same_as`. If `value` is unset, all values of the parameter compute the same unless `where` is `at`.
struct IdleSetting {
  std::string where;
  Value at;
  std::optional<Value> value{};
  std::string same_as{};
};

/// One parameter of a task or a claim; io/schema/schema_builders.hpp makes them. Bounds apply to numbers, choices to
/// texts.
struct Parameter {
  std::string name;
  Value default_value;  ///< used if the sweep file does not name the parameter; its type is the parameter's type
  std::string description{};
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices{};
  /// For a parameter added after results exist: the value that keeps the earlier behaviour. Identities leave out a
  /// parameter at its neutral value.
  std::optional<Value> neutral{};
  bool repeats = false;             ///< a seed: experiments that differ only in it are repetitions of one setting
  bool hashes = false;              ///< a hash of the task's code: the default value changes with the code
  bool gives_more = false;          ///< the training length: a search may use less of it, see resource()
  std::vector<IdleSetting> idle{};  ///< reported by `plan` and `run`
  std::string batched_by{};         ///< the parameter that gives the batch size, see in_batches_of()
  std::optional<Value> steady{};    ///< a speed measurement uses this value, see steady_at()
  bool own = false;                 ///< of a program or sampler, known from the values in the sweep
  bool optional = false;            ///< some experiments do not have it: their value is Absent
  bool nullable = false;            ///< may be "none", unless it is a text
  std::string path{};               ///< of a nested parameter, "model.lr": the names around its value

  ValueType type() const { return type_of(default_value); }

  Parameter between(double least, double most) &&;
  Parameter says(std::string text) &&;
  /// Declares that all values compute the same unless the parameter `where` is `at`.
  Parameter used_where(std::string where, Value at) &&;
  /// Declares that `value` computes the same as `same_as` if the parameter `where` is `at`.
  Parameter same_where(Value value, std::string same_as, std::string where, Value at) &&;
  /// Makes the default value the neutral one.
  Parameter added() &&;
  /// Declares that the work is proportional to this parameter, and that a step processes a batch of them, whose size is
  /// the parameter `batch`. A speed measurement may then use fewer.
  Parameter in_batches_of(std::string batch) &&;
  /// Declares that steps take different times, such as those of a curriculum, and that with this value all of them take
  /// as long as most do otherwise. A speed measurement, which sees only the first steps, uses it.
  Parameter steady_at(Value value) &&;
  /// Declares that this parameter is the training length. With value R, checkpoint i (from 0) of the n of each result
  /// along training is at floor((i + 1)·R/n), and is reached at that share of the steps. Results before a checkpoint do
  /// not depend on later steps, so a search (engine/search/) may read them there and stop.
  Parameter resource() &&;
};

/// The full configuration of one experiment: a value for every parameter of its task. Copies share common values, so
/// that a point of a grid takes 50 bytes per parameter that varies and nothing for the others.
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
  std::size_t size() const { return common_ ? common_->size() : 0; }
  /// True if both have the same common values, so that they differ only in values of their own.
  bool is_sibling(const Config& other) const { return common_ && common_ == other.common_; }
  /// Calls f(place, value) for each value of its own. Places count from 0 in the order of names.
  template <class F>
  void for_each_own(F&& f) const {
    for (const auto& [place, value] : own_) f(std::size_t(place), value);
  }
  const Value& at_place(std::size_t place) const { return value(place); }
  /// True if it is a sibling whose values are the same but at the marked places.
  bool differs_only_in(const Config& other, const std::vector<bool>& places) const;
  /// Makes all values common to this configuration and to its later copies.
  void share_all() { unshare(); }

 private:
  using Named = std::pair<std::string, Value>;

  std::size_t place(const std::string& name) const;  // of the first name in common_ that is not before this name
  bool is_at(std::size_t place, const std::string& name) const;
  const Value* find(const std::string& name) const;
  void unshare();
  const Value& value(std::size_t place) const {
    for (const auto& [at, value] : own_)
      if (at == place) return value;
    return (*common_)[place].second;
  }

  std::shared_ptr<std::vector<Named>> common_;        // sorted by name; written only while unshared
  std::vector<std::pair<std::uint32_t, Value>> own_;  // by place in common_: values set since it is shared
};

/// An axis of a result, e.g. "position". Its size depends on the experiment.
struct Dimension {
  std::string name;
  std::function<std::int64_t(const Config&)> size;
  bool up_to = false;  ///< size() is the largest one: an experiment may have fewer values, and NaN behind them
  bool thins = false;  ///< of more values than size() every second one is kept, then every fourth, and so on
};

/// True if a result with these dimensions grows along training, such as a curve of losses. If the training ends early,
/// its values so far are kept. Every task calls that dimension "checkpoint".
bool is_along_training(const std::vector<std::string>& dimensions);

/// A result: a scalar (no dimension), a curve (one) or an array (several). All are stored as doubles.
struct Output {
  std::string name, description;
  std::vector<Dimension> dimensions;
  bool later = false;  ///< added after results exist: earlier stores lack it, and their digests do not change

  Output added() &&;
};

/// A named part of a task's trained parameters, row-major. The parts are stored one after the other in one block.
struct WeightArray {
  std::string name;
  std::vector<std::int64_t> shape;

  std::int64_t count() const;
};
/// The sum of all arrays' counts.
std::int64_t weight_count(const std::vector<WeightArray>& arrays);

/// A version for the results of configurations in which a parameter has this text, if only those changed.
struct RaisedVersion {
  std::string parameter, value;
  int by;
};

struct Schema {
  std::string task;
  int result_version;  ///< increased when the same configuration gives other results than before
  std::vector<Parameter> parameters;
  std::vector<Output> outputs;
  std::vector<RaisedVersion> raised{};

  /// The version of this configuration's results. Missing parameters do not increase it.
  int result_version_of(const Config& config) const;
  int result_version_of(const Values& values) const;

  const Parameter* find(std::string_view parameter) const;
  const Output* find_output(std::string_view output) const;
};

/// The parameter that is the hash of the task's code; null without one.
const Parameter* code_parameter(const Schema& schema);

/// Every parameter at its default value; optional ones are absent.
Config default_config(const Schema& schema);

/// Throws Error(config) for values that do not fit together: "heads = 3: do not divide width = 8, use …".
[[noreturn]] inline void refuse_setting(const std::string& what) {
  throw Error(ErrorKind::config, what);
}

/// Checks a value against the parameter's type, bounds and choices, and returns it in the parameter's type. The text
/// "none" becomes None where the parameter is nullable; None and Absent remain. Throws
/// Error(config), such as "depth = -1: must be at least 1"; the caller adds the place.
Value checked(const Parameter& parameter, const Value& value);

/// The text that an identity hashes for one parameter; empty for an absent or neutral value. parameter: null for a name
/// that the schema lacks.
std::string identity_part(const Parameter* parameter, const std::string& name, const Value& value);

/// A content hash of the task and its configuration: 32 hexadecimal digits (128 bits of XXH3). Equal numbers count as
/// equal whatever their type. Absent parameters are left out.
std::string identity(const Schema& schema, const Config& config);

/// An experiment's results by output name: row-major values over the output's dimensions.
using Results = std::map<std::string, std::vector<double>>;

/// The largest zero_ratio (final loss over the loss of predicting zero) of a run that has learnt something. Runs above
/// it are marked in all answers.
inline constexpr double largest_learnt_ratio = 0.95;

}  // namespace icsweep
