// The points of one grid: the product of its parameters, those tied by zip in step, drawn ones drawn, derived ones
// computed.
#pragma once

#include <functional>
#include <vector>

#include "engine/sweep/expression.hpp"
#include "io/sweep_file/sweep.hpp"
#include "tasks/task.hpp"

namespace icsweep {

class Points {
 public:
  /// Throws Error(config) "FILE:LINE: …" for a parameter that the task does not have (with the nearest name), is given
  /// twice, cannot have a value, is tied to a list of another length, drawn without a sample, or derived from itself.
  explicit Points(const Grid& grid);

  const Task& task() const { return *task_; }
  /// Before `where`.
  double count() const;
  /// In the order written, the last parameter fastest; throws Error(config) for a value computed that a parameter
  /// cannot have.
  void for_each(const std::function<void(const Config&)>& f);
  /// Parameters that keep their default value.
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
    std::string about;  // what messages begin with
    Expression expression;
  };

  static void turn_with(Wheel& wheel, const Axis& axis);
  void add_derived(const Grid& grid);
  void derive(Config& config);

  const Task* task_;
  std::vector<Axis> axes_;
  std::vector<Wheel> wheels_;
  std::vector<Derived> derived_;
};

/// The axis with its values in the type of the schema's parameter of that name; a draw is only checked. Throws
/// Error(config) "FILE:LINE: …" for a value that the parameter cannot have, and for a path in a sweep file that leaves
/// the current folder.
Axis check_axis(const Schema& schema, Axis axis);

/// The grid's task; throws with the grid's place.
const Task& task_of(const Grid& grid);

/// The schema of each grid's task.
std::vector<const Schema*> schemas_of(const Sweep& sweep);

}  // namespace icsweep
