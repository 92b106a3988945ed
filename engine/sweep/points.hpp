// The points of one grid: the product of its parameters' values. Parameters tied by zip change together, drawn ones are
// drawn, derived ones computed.
#pragma once

#include <functional>
#include <variant>
#include <vector>

#include "engine/sweep/expression.hpp"
#include "engine/sweep/text_formula.hpp"
#include "io/sweep_file/sweep.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

class Points {
 public:
  /// Throws Error(config) "FILE:LINE: …" for a parameter that the task does not have (with the nearest name), that is
  /// given twice, has an impossible value, is tied to a list of another length, is drawn without a sample, or is
  /// derived from itself.
  Points(const TaskRegistry& tasks, const Grid& grid);

  const Task& task() const { return *task_; }
  /// The number of points before `where`.
  double count() const;
  /// Visits the points in the order written, the last parameter fastest. Throws Error(config) if a computed value is
  /// impossible for its parameter.
  void for_each(const std::function<void(const Config&)>& f);
  /// The first point written.
  Config first();
  /// Parameters that keep their default value, without hashes of code.
  std::vector<std::string> left_out() const;

 private:
  /// Parameters that change together: at position i each takes its value i, or its only one.
  struct Wheel {
    std::size_t size = 1;
    std::vector<const Axis*> axes;
  };
  struct Derived {
    const Parameter* parameter;
    Formula formula;
    std::string about;  // beginning of its messages
    std::variant<Expression, TextFormula> value;

    std::vector<std::string> names() const;
    Value at(const Config& config);
  };

  void turn(const Wheel& wheel, std::size_t position, Config& config) const;
  static void turn_with(Wheel& wheel, const Axis& axis);
  Derived derived(const Formula& formula) const;
  void add_derived(const Grid& grid);
  void derive(Config& config);

  const Task* task_;
  bool from_store_;  // Grid::from_store
  std::vector<Axis> axes_;
  std::vector<Wheel> wheels_;
  std::vector<Derived> derived_;
};

/// The axis with its values in the type of its parameter in the schema; a draw is only checked. Throws Error(config)
/// "FILE:LINE: …" for an impossible value, and for a path in a sweep file that leaves the current folder. closed: no
/// file that a value names is opened, so that any path will do (Grid::from_store).
Axis check_axis(const Schema& schema, Axis axis, bool closed = false);

/// Whether a value of the parameter may name a file: any text without choices may.
bool may_name_file(const Parameter& parameter);

/// The grid's task. Throws Error(config) with the grid's place if there is none.
const Task& task_of(const TaskRegistry& tasks, const Grid& grid);

/// The schema of each grid's task.
std::vector<const Schema*> schemas_of(const TaskRegistry& tasks, const Sweep& sweep);

/// The end of a message about an unknown parameter: the nearest name in these schemas, and how to list all.
std::string parameter_suggestion(const std::string& name, const std::vector<const Schema*>& schemas);

}  // namespace icsweep
