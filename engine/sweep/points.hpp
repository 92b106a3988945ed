// Points of one grid: the product of the values of its parameters. Parameters tied by zip change together; others are
// drawn or derived.
#pragma once

#include <functional>
#include <set>
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
  /// derived from itself, or has a condition that depends on it.
  Points(const TaskRegistry& tasks, const Grid& grid);

  const Task& task() const { return *task_; }
  /// Number of points before `where`.
  double count() const;
  /// Visits the points in the order written, with the last parameter fastest. A parameter whose condition fails is at
  /// its default, or absent if it is optional; points that then differ in nothing are visited once. Throws
  /// Error(config) if a computed value is impossible for its parameter.
  void for_each(const std::function<void(const Config&)>& f);
  /// The first point written.
  Config first();
  /// A condition that held at none of the points that for_each() has visited, if there is one.
  const Formula* never_held() const;
  /// Parameters that keep their default value at some points, without hashes of code.
  std::vector<std::string> left_out() const;

 private:
  /// Parameters that change together. At position i each has its value i, or its only value.
  struct Wheel {
    std::size_t size = 1;
    std::vector<const Axis*> axes;
  };
  /// A derived parameter, or the condition of one.
  struct Derived {
    const Parameter* parameter;
    Formula formula;
    std::string about;  // beginning of its messages
    std::variant<Expression, TextFormula> value;
    bool is_condition = false, has_held = false;  // has_held: at a point so far

    std::vector<std::string> names() const;
    Value at(const Config& config);
    const char* verb() const { return is_condition ? "depends on" : "is derived from"; }
  };

  void turn(const Wheel& wheel, std::size_t position, Config& config) const;
  static void turn_with(Wheel& wheel, const Axis& axis);
  Derived derived(const Formula& formula) const;
  Derived condition(const Axis& axis) const;
  void add_derived(const Grid& grid);
  void derive(Config& config);
  void apply(Derived& condition, Config& config);
  bool is_off(const Wheel& wheel) const;
  bool repeats_first(const std::vector<std::size_t>& at);
  void move_to(const std::vector<std::size_t>& positions, Config& config);

  const Task* task_;
  bool from_store_;  // Grid::from_store
  std::vector<Axis> axes_;
  std::vector<Wheel> wheels_;
  std::vector<Derived> derived_;  // each after those that it depends on
  Config defaults_;
  std::set<std::string> off_;  // parameters whose conditions failed at the last point
};

/// The axis with its values in the type of its parameter. A draw is only checked. closed: opens no file that a value
/// names, so that any path is accepted (Grid::from_store). Throws Error(config) "FILE:LINE: …" for an impossible value,
/// and for a path in a sweep file that leaves the current folder.
Axis check_axis(const Schema& schema, Axis axis, bool closed = false);

/// True if a value of the parameter may name a file: a text without choices.
bool may_name_file(const Parameter& parameter);

/// The task of the grid. Throws Error(config) with the place of the grid if the program does not have it.
const Task& task_of(const TaskRegistry& tasks, const Grid& grid);

/// Schemas of the tasks, by grid.
std::vector<const Schema*> schemas_of(const TaskRegistry& tasks, const Sweep& sweep);

/// End of a message about an unknown parameter: the nearest name in these schemas, and the command that lists all.
std::string parameter_suggestion(const std::string& name, const std::vector<const Schema*>& schemas);

}  // namespace icsweep
