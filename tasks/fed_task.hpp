// Tasks whose model can be fed from elsewhere than from the task's own distribution.
#pragma once

#include <string>
#include <vector>

#include "tasks/example_source.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// A task with a seam between its data and all that is done with them.
class FedTask : public Task {
 public:
  /// run() and gradient_error() on examples of `source`, which outlives the call; without one, on the task's own. The
  /// parameters of own_parameters() then have their default values, and the results of own_outputs() are not put.
  virtual void run_on(ExampleSource* source, const Config& config, Context& context) const = 0;
  virtual double gradient_error_on(ExampleSource* source, const Config& config) const = 0;

  virtual ExampleShape example_shape(const Config& config) const = 0;
  /// The parameters that say how many examples a training step and the test take.
  virtual std::string batch_parameter() const = 0;
  virtual std::string test_parameter() const = 0;
  /// The result whose dimension an error by prediction has.
  virtual std::string error_output() const = 0;
  /// What belongs to the task's own distribution alone; the first parameter names it.
  virtual std::vector<std::string> own_parameters() const = 0;
  virtual std::vector<std::string> own_outputs() const = 0;

  void run(const Config& config, Context& context) const final { run_on(nullptr, config, context); }
  double gradient_error(const Config& config) const final { return gradient_error_on(nullptr, config); }
};

}  // namespace icsweep
