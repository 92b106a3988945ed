#include <cstring>

#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;

/// Row t of q, k and v: position t + 1. Out_t = (Σ_{j<t} e^{q_t·k_j} v_{j+1} + e^{q_t·k_t} v_t) / Σ_{j≤t} e^{q_t·k_j}
/// [covariates eq 1].
MatrixXd shifted_attention(const MatrixXd& q, const MatrixXd& k, const MatrixXd& v) {
  MatrixXd out = MatrixXd::Zero(v.rows(), v.cols());
  for (int t = 0; t < v.rows(); ++t) {
    double total = 0;
    for (int j = 0; j <= t; ++j) {
      const double weight = std::exp(q.row(t).dot(k.row(j)));
      out.row(t) += weight * v.row(std::min(j + 1, t));
      total += weight;
    }
    out.row(t) /= total;
  }
  return out;
}

/// A prompt of examples + 1 points and a layer of D×D matrices, D = d+1. Queries and keys are scaled to norm 1, so that
/// no weight is lost in rounding.
struct Layer {
  MatrixXd x;  ///< one point per row
  Eigen::VectorXd y;
  MatrixXd q, k, v;

  Layer(const Config& setting, int n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const int d = setting.small_integer("dim"), T = setting.small_integer("examples") + 1;
    x = normal_matrix(T, d, random);
    y = x * normal_matrix(d, 1, random) / std::sqrt(d);
    for (MatrixXd* m : {&q, &k, &v}) *m = normal_matrix(d + 1, d + 1, random);
  }

  /// Lagged tokens: (x_t, y_{t−1}) with y_0 = 0.
  MatrixXd tokens(const Eigen::VectorXd& labels) const {
    MatrixXd all(x.rows(), x.cols() + 1);
    all.leftCols(x.cols()) = x;
    all.col(x.cols()) << 0, labels.head(labels.size() - 1);
    return all;
  }

  MatrixXd attention(const MatrixXd& z, const MatrixXd& values) const {
    return shifted_attention((z * q).rowwise().normalized(), (z * k).rowwise().normalized(), values);
  }

  MatrixXd outputs(const Eigen::VectorXd& labels) const {
    const MatrixXd z = tokens(labels);
    return attention(z, z * v);
  }

  /// Outputs with y_s (s from 0) replaced by `value`.
  MatrixXd outputs_with(int s, double value) const {
    Eigen::VectorXd labels = y;
    labels[s] = value;
    return outputs(labels);
  }
};

/// With values v_t = e_t, out_t is the weights of v_1 … v_T at t: they sum to one, and none is negative.
Verdict weights_sum_to_one(const Config& setting) {
  double distance = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    const Layer layer(setting, n);
    const MatrixXd z = layer.tokens(layer.y);
    const auto T = z.rows();
    const MatrixXd weights = layer.attention(z, MatrixXd::Identity(T, T));
    distance = larger(distance, largest_entry(weights.rowwise().sum() - Eigen::VectorXd::Ones(T)),
                      -weights.minCoeff<Eigen::PropagateNaN>());
  }
  return at_most(distance, 1e-15 * (setting.small_integer("examples") + 10));
}

/// Number of outputs out_t, t ≤ s, of which any bit changes with y_s. y_s becomes NaN, so that no factor 0 hides a
/// dependence.
Verdict no_leak(const Config& setting) {
  int changed = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    const Layer layer(setting, n);
    const MatrixXd out = layer.outputs(layer.y);
    for (int s = 0; s < out.rows(); ++s) {
      const MatrixXd disturbed = layer.outputs_with(s, std::numeric_limits<double>::quiet_NaN());
      for (int t = 0; t <= s; ++t) {
        const Eigen::RowVectorXd before = out.row(t), after = disturbed.row(t);
        changed += std::memcmp(before.data(), after.data(), sizeof(double) * std::size_t(before.size())) != 0;
      }
    }
  }
  return at_most(changed, 0);
}

/// Every y_s changes every later out_t: the least change when y_s grows by 1 is far above rounding.
Verdict later_outputs_see(const Config& setting) {
  double least = std::numeric_limits<double>::infinity();
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    const Layer layer(setting, n);
    const MatrixXd out = layer.outputs(layer.y);
    for (int s = 0; s + 1 < out.rows(); ++s) {
      const MatrixXd disturbed = layer.outputs_with(s, layer.y[s] + 1);
      for (int t = s + 1; t < out.rows(); ++t) least = smaller(least, (disturbed.row(t) - out.row(t)).norm());
    }
  }
  return at_least(least, 1e-9);
}

}  // namespace

Claim covariates_sca() {
  return {"covariates-sca",
          "S1",
          "SCA weights sum to one",
          "largest distance of the sum from 1",
          {dim(10), examples(40, 1, 200), samples(20), seed()},
          {{{"dim", 1}, {"examples", 1}}, {{"dim", 40}, {"examples", 150}, {"samples", 2}}},
          weights_sum_to_one};
}

Claim covariates_sca_causal() {
  return {"covariates-sca-causal",
          "S1",
          "no y_s changes out_t, s >= t",
          "outputs of which any bit changes",
          {dim(10), examples(40, 1, 200), samples(3), seed()},
          {{{"dim", 1}, {"examples", 1}}, {{"dim", 30}, {"examples", 50}, {"samples", 1}}},
          no_leak};
}

Claim covariates_sca_sees() {
  return {"covariates-sca-sees",
          "S1",
          "but every one if s < t",
          "least change of an output when a label grows by 1",
          {dim(10), examples(40, 1, 200), samples(3), seed()},
          {{{"dim", 1}, {"examples", 1}}, {{"dim", 30}, {"examples", 50}, {"samples", 1}}},
          later_outputs_see};
}

}  // namespace icsweep
