// Code shared by the universality paper's claims: sequences, the dual variables of eq 8, rates of decay.
#pragma once

#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"
#include "tasks/universality/causal_descent.hpp"

namespace icsweep {

/// Sample n of the setting: x_1 … x_length of norm 1, of the setting's dimension. Instances 1 and 2 share their
/// sequences.
RecursiveSequence sequence_of(const Config& setting, int n, int length, int instance = 1);

/// Descent of that sample with T tokens, instance 1 or 2.
CausalDescent descent_of(const Config& setting, int n, Kernel kernel, int T);

/// Largest distance(kernel, x) over these kernels and the samples x_1 … x_{T+1}, T the setting's length.
template <class Distance>
double largest_over(const Config& setting, std::initializer_list<Kernel> kernels, Distance&& distance) {
  double largest = 0;
  for (const Kernel kernel : kernels)
    for (int i = 0; i < setting.small_integer("samples"); ++i)
      largest = larger(largest, distance(kernel, sequence_of(setting, i, setting.small_integer("length") + 1).tokens));
  return largest;
}

/// k(x, y); softmax counts as exp.
double kernel_value(Kernel kernel, const Eigen::RowVectorXd& x, const Eigen::RowVectorXd& y);

/// μ_1 … μ_T of tokens x_1 … x_{T+1}, one per row: Σ_{s≤t} μ_s k(x_s, x_t) = x_{t+1}, solved one after the other [eq
/// 8].
Tokens dual_variables(Kernel kernel, const Tokens& tokens);

/// Slope of ln‖v_n‖ in n between n = N and 2N, v_n the last `rows` rows of Mⁿv; N ≥ steps is a power of two. Mⁿ is
/// computed by squaring and rescaling, which keeps all digits however small v_n becomes.
double power_slope(Eigen::MatrixXd m, const Eigen::MatrixXd& v, double steps, Eigen::Index rows);

}  // namespace icsweep
