// The arrays of one block of sequences, and the training kernels on them.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "models/aligned.hpp"
#include "models/kernels/layer_norm.hpp"
#include "models/kernels/linear.hpp"
#include "models/kernels/linear_attention.hpp"
#include "models/kernels/positional_attention.hpp"
#include "models/kernels/quadratic_attention.hpp"
#include "models/kernels/squared_error.hpp"
#include "models/kernels/wide_layer_norm.hpp"
#include "models/kernels/wide_linear.hpp"

namespace icsweep {

inline float number(int i) {
  static const std::vector<float> numbers = [] {
    std::mt19937 engine(1);
    std::vector<float> some(1 << 16);
    for (float& n : some) n = std::uniform_real_distribution<float>(-0.5, 0.5)(engine);
    return some;
  }();
  return numbers[std::size_t(i) % numbers.size()];
}

/// Each method is one call of a kernel. All sequences are the same, so that lanes of different kinds can be compared.
template <class Real, int N>
class KernelArrays {
 public:
  KernelArrays(int tokens, int inputs, int outputs)
      : s_{tokens, inputs, outputs},
        pairs_{tokens, inputs, inputs},
        weight_(std::size_t(inputs) * outputs + outputs + inputs),
        packed_(weight_.size() + 16 * std::size_t(inputs + outputs)),
        transposed_(packed_.size()),
        sums_(std::size_t(wide_linear_sums(s_) + inputs * outputs) * N),
        more_(sums_.size()),
        scratch_(std::size_t(wide_linear_scratch(s_, N) + inputs * inputs * N + pairs_.scratch(N))),
        kept_(pairs_.kept(N)),
        factor_(std::size_t(tokens) * tokens),
        pair_sums_(pair_sums_size(tokens)),
        errors_(std::size_t(tokens)) {
    int first = 0;
    for (auto* lanes : {&x_, &q_, &y_, &z_, &dz_, &dq_, &dx_}) {
      lanes->resize(std::size_t(tokens) * (std::max(inputs, outputs) + 1) * N);
      for (std::size_t i = 0; i < lanes->size(); ++i) (*lanes)[i] = number(first + int(i) / N);
      first += 7777;
    }
    for (std::size_t i = 0; i < weight_.size(); ++i) weight_[i] = number(7 * int(i) + 3);
    for (int t = 0; t < tokens; ++t)
      for (int key = 0; key <= t; ++key) factor_[std::size_t(t) * tokens + key] = number(t + key);
    wide_linear_pack<Real>(s_, weight_.data(), packed_.data(), transposed_.data());
  }

  void linear() { linear_forward<Real, N>(s_, x_.data(), weight_.data(), nullptr, y_.data()); }
  void linear_input() { linear_backward_input<Real, N>(s_, y_.data(), weight_.data(), dx_.data(), false); }
  void linear_weight() { linear_backward_weight<Real, N>(s_, x_.data(), y_.data(), sums_.data(), nullptr); }
  void state() { linear_attention_forward<Real, N>(states(), x_.data(), q_.data(), scratch_.data(), z_.data()); }
  void first_state_slopes() { state_slopes_to(nullptr); }
  void state_slopes() { state_slopes_to(dx_.data()); }
  void norm() { norm_of(Residual::branch_norm); }
  void norm_slopes() { norm_slopes_of(Residual::branch_norm); }
  void post_norm() { norm_of(Residual::post_norm); }
  void post_norm_slopes() { norm_slopes_of(Residual::post_norm); }
  void softmax() {
    quadratic_attention_forward<Real, N>(pairs_, PairWeight::softmax, q_.data(), x_.data(), x_.data(), kept_.data(),
                                         y_.data(), z_.data());
  }
  void softmax_slopes() {
    quadratic_attention_backward<Real, N>(pairs_, PairWeight::softmax, q_.data(), x_.data(), x_.data(), kept_.data(),
                                          y_.data(), z_.data(), dz_.data(), scratch_.data(), dq_.data(), dx_.data(),
                                          dx_.data());
  }
  void positional() {
    positional_attention_forward<Real, N>(pairs_, q_.data(), x_.data(), x_.data(), factor_.data(), scratch_.data(),
                                          kept_.data(), z_.data());
  }
  void positional_slopes() {
    positional_attention_backward<Real, N>(pairs_, q_.data(), x_.data(), x_.data(), factor_.data(), kept_.data(),
                                           dz_.data(), scratch_.data(), dq_.data(), nullptr, nullptr,
                                           pair_sums_.data());
    has_pair_sums_ = true;
  }
  void wide() { wide_linear_forward<Real, N>(s_, x_.data(), packed_.data(), nullptr, nullptr, y_.data()); }
  void wide_weight() {
    wide_linear_backward_weight<Real, N>(s_, x_.data(), y_.data(), scratch_.data(), sums_.data(), nullptr, false);
    has_wide_sums_ = true;
  }
  void wide_norm() {
    wide_layer_norm_forward<Real, N>(s_.tokens, s_.inputs, x_.data(), weight_.data(), weight_.data() + s_.inputs,
                                     z_.data(), dz_.data(), y_.data());
  }
  void wide_norm_slopes() {
    wide_layer_norm_backward<Real, N>(s_.tokens, s_.inputs, x_.data(), z_.data(), weight_.data(), dz_.data(), nullptr,
                                      dx_.data(), sums_.data(), more_.data());
  }
  void error() {
    squared_error<Real, N>({s_.tokens, s_.outputs}, N, x_.data(), y_.data(), Real(.5), dx_.data(), errors_.data());
  }

  /// The outputs of the calls for one sequence.
  std::vector<double> result() {
    std::vector<double> out;
    for (const auto* lanes : {&x_, &y_, &z_, &dz_, &dq_, &dx_})
      for (std::size_t i = 0; i < lanes->size(); i += N) out.push_back((*lanes)[i]);
    if (has_pair_sums_) {
      std::vector<Real> gradient(factor_.size());
      take_pair_sums<Real, N>(s_.tokens, pair_sums_.data(), gradient.data());
      for (const Real g : gradient) out.push_back(double(g) / N);
    }
    if (has_wide_sums_) {
      std::vector<Real> gradient(std::size_t(s_.inputs) * s_.outputs);
      wide_linear_reduce_gradient<Real>(s_, sums_.data(), gradient.data());
      for (const Real g : gradient) out.push_back(double(g) / N);
    } else {
      for (const auto* lanes : {&sums_, &more_})
        for (std::size_t i = 0; i < lanes->size(); i += N) out.push_back((*lanes)[i]);
    }
    return out;
  }

 private:
  AttentionShape states() const { return {s_.tokens, s_.inputs}; }
  void state_slopes_to(Real* dx) {
    linear_attention_backward<Real, N>(states(), x_.data(), q_.data(), dz_.data(), scratch_.data(), dq_.data(), dx);
  }
  void norm_of(Residual residual) {
    layer_norm_forward<Real, N>({s_.tokens, s_.inputs, s_.inputs, residual}, x_.data(), q_.data(), weight_.data(),
                                weight_.data() + s_.inputs, z_.data(), y_.data());
  }
  void norm_slopes_of(Residual residual) {
    layer_norm_backward<Real, N>({s_.tokens, s_.inputs, s_.inputs, residual}, x_.data(), z_.data(), weight_.data(),
                                 dz_.data(), dx_.data(), sums_.data(), more_.data());
  }

  LinearShape s_;
  PairShape pairs_;
  AlignedVector<Real> weight_, packed_, transposed_, sums_, more_, scratch_, kept_, factor_, pair_sums_, x_, q_, y_, z_,
      dz_, dq_, dx_;
  std::vector<double> errors_;
  bool has_wide_sums_ = false, has_pair_sums_ = false;
};

}  // namespace icsweep
