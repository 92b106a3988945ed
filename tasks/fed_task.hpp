// Tasks whose model can train on examples from another source than the task's own distribution.
#pragma once

#include <string>
#include <vector>

#include "tasks/example_source.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// A task whose data can be replaced.
class FedTask : public Task {
 public:
  /// run() and gradient_error() on examples of `source`, which must outlive the call, or on the task's own if it is
  /// null. With a source, the parameters of own_parameters() have their default values, and the results of
  /// own_outputs() are not put.
  virtual void run_on(ExampleSource* source, const Config& config, Context& context) const = 0;
  virtual double gradient_error_on(ExampleSource* source, const Config& config) const = 0;

  virtual ExampleShape example_shape(const Config& config) const = 0;
  /// Names of the parameters for the numbers of examples in a training step and in the test.
  virtual std::string batch_parameter() const = 0;
  virtual std::string test_parameter() const = 0;
  /// Name of the result whose dimension an error by prediction has.
  virtual std::string error_output() const = 0;
  /// Parameters and results of the task's own distribution alone; the first parameter names the distribution.
  virtual std::vector<std::string> own_parameters() const = 0;
  virtual std::vector<std::string> own_outputs() const = 0;

  void run(const Config& config, Context& context) const final { run_on(nullptr, config, context); }
  double gradient_error(const Config& config) const final { return gradient_error_on(nullptr, config); }
};

}  // namespace icsweep
