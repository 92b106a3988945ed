// Sequences x_{t+1} = f(x_t) of the universality paper [universality §3.1, §5], whose theorems give rates of
// prediction.
#pragma once

#include <Eigen/Core>

#include "io/schema/schema.hpp"
#include "tasks/autoregressive/autoregressive.hpp"

namespace icsweep {

/// Definition of a sequence. x_1 is uniform on the sphere of radius initial_norm. A hidden f, a different one per
/// sequence, makes the rest. Every f keeps the norm.
///   1, 2  f(x) = Wx, W uniform on O(d)
///   3     a cycle of `period` points uniform on the sphere, period uniform on shortest_period … longest_period
///   4     z ↦ U*(e^{iθ} ⊙ |Uz| e^{iq arg(Uz)}), U uniform on U(d/2), θ uniform on [0, 2π); z the pairs
///         (x_{2j−1}, x_{2j}) as complex numbers: d even
struct Recursion {
  int instance, dim;
  double q = 2;                                   ///< instance 4
  int shortest_period = 20, longest_period = 40;  ///< instance 3
  double noise = 0;         ///< x_{t+1} = f(x_t) + ε, ε ~ N(0, noise² I); instance 3: point t of the cycle + ε
  double initial_norm = 1;  ///< > 0
};

/// Rows are tokens: T×d.
using Tokens = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One sequence and its hidden map.
struct RecursiveSequence {
  Tokens tokens;      ///< x_1 … x_length
  Eigen::MatrixXd w;  ///< W of instances 1 and 2, else empty
  int period = 0;     ///< of instance 3, else 0
};

/// Draws a sequence. A longer sequence of the same stream begins with the shorter one. Throws Error(config) for an odd
/// dimension of instance 4.
RecursiveSequence draw_sequence(const Recursion& recursion, int length, RandomStream& random);

/// Draws sequences. Sequence i is drawn from stream (seed, purpose, i). `poll` is called from time to time.
Sequences draw_sequences(const Recursion& recursion, int count, int length, std::int64_t seed, Purpose purpose,
                         const Poll& poll = {});

/// Parameters of tasks about recursive sequences: instance, dim, q, shortest_period, longest_period, noise,
/// initial_norm. `instance`: its default value.
std::vector<Parameter> recursion_parameters(std::int64_t instance);

Recursion recursion_of(const Config& config);

/// Checks rules between these parameters and the task's `length`. Throws Error(config) that names the parameter.
/// Parameters that an instance does not use may have any value, so that a grid can hold several instances.
void validate_recursion(const Config& config);

}  // namespace icsweep
