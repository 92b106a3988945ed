// Prompts of in-context regression: points x_t with labels of a hidden function, which differs between prompts
// [covariates-icl §3.1].
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "tasks/autoregressive/autoregressive.hpp"
#include "tasks/example_source.hpp"

namespace icsweep {

/// Distributions of f; E f(x)² = d for x ~ N(0, I_d).
enum class FunctionClass {
  linear,  ///< f(x) = wᵀx, w ~ N(0, I_d)
  relu2    ///< f(x) = √(2/hidden) w₂ᵀ max(0, W₁x), all weights N(0, 1)
};
/// Throws Error(config) for an unknown name.
FunctionClass function_class(const std::string& name);

/// Points t = 1 … T, T = examples + 1. The last one is the query. x_t ~ N(0, I_d), y_t = f(x_t) + noise·N(0, 1).
struct PromptSettings {
  FunctionClass function;
  int dim, examples;
  double noise = 0;
  int hidden = 100;      ///< relu2
  int active_dim = dim;  ///< coordinates of x_t beyond these are 0, in a curriculum
  /// Source of prompts instead of f. They then depend only on dim and examples of these settings.
  ExampleSource* source = nullptr;

  ExampleShape shape() const { return {examples + 1, dim, true}; }
};

/// Draws prompts one at a time, for a batch or a block of lanes. Keeps the memory of one function and allocates nothing
/// more.
class PromptGenerator {
 public:
  explicit PromptGenerator(const PromptSettings& settings);

  /// Draws the prompt of stream (seed, purpose, index), the same in any batch: x: T×d, y: T, rounded to Real (float or
  /// double). f is drawn first, then x_1, the noise of y_1, x_2, …. So a prompt with fewer examples begins like a
  /// longer one, and prompts that differ only in noise or active_dim share f and the active coordinates of x.
  template <class Real>
  void draw(std::int64_t seed, Purpose purpose, std::uint64_t index, Real* x, Real* y);
  /// Sets the number of coordinates of later points that are not zero.
  void set_active_dim(int dim) { settings_.active_dim = dim; }

 private:
  void draw_function(RandomStream& random);
  template <class Point>
  double value(const Point& point);  // f(point)

  PromptSettings settings_;
  Eigen::MatrixXd first_;             // W₁: hidden×d
  Eigen::VectorXd last_, activated_;  // w: d, or w₂ and the hidden values: hidden
  Eigen::MatrixXd draws_;             // one column per t: x_t, then the noise of y_t before scaling
};

/// One prompt of a set. x: T×d, y: T.
struct Prompt {
  Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> x;
  Eigen::Map<const Eigen::VectorXd> y;
};

/// Stored prompts for evaluation: prompt after prompt, x: count×T×d, y: count×T.
struct Prompts {
  int count, points, dim;  ///< points: T
  std::vector<double> x, y;

  Prompt operator[](int i) const {
    return {{x.data() + std::size_t(i) * points * dim, points, dim}, {y.data() + std::size_t(i) * points, points}};
  }
};

/// Prompt i is drawn from stream (seed, purpose, i). `poll` is called from time to time.
Prompts draw_prompts(const PromptSettings& settings, int count, std::int64_t seed, Purpose purpose,
                     const Poll& poll = {});

}  // namespace icsweep
