#include "tasks/autoregressive/positional_descent.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/kernels/quadratic.hpp"

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {
namespace {

constexpr int lanes = quadratic_lanes;

/// Number of lags of the group whose first row is `first`: the lags of its last row.
int lags_from(int first, int length) {
  return std::min(first + lanes + 1, length);
}

/// 1/√2 for a lag that is its own pair, which has only an even part.
double own_pair(int k, int lags) {
  return 2 * k + 1 == lags ? std::numbers::sqrt2 / 2 : 1;
}

BlockQuadratic quadratic(const AlignedVector<double>& matrix, const AlignedVector<double>& vector) {
  const int lags = int(vector.size());
  return {(lags + 1) / 2, lags / 2, matrix.data(), vector.data()};
}

}  // namespace

namespace {

/// Means of Re λ^{2k + first}.
Eigen::VectorXd moments(const Sequences& sequences, int lags, int first, const Poll& poll) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(lags);
  for (int i = 0; i < sequences.count; ++i) {
    poll_at(i, poll);
    for (int k = 0; k < lags; ++k) sum[k] += sequences.sequence(i)[(2 * k + first) * sequences.dim];  // the real part
  }
  return sum / sequences.count;
}

}  // namespace

Eigen::VectorXd even_moments(const Sequences& sequences, int lags, const Poll& poll) {
  return moments(sequences, lags, 0, poll);
}

Eigen::VectorXd target_moments(PositionalQuery query, const Sequences& sequences, int lags, const Poll& poll) {
  return moments(sequences, lags, query == PositionalQuery::last, poll);
}

/// One R serves every row: the R of a QR decomposition of all lags' columns, with the target as last column. A row uses
/// the first lags; its least loss is the part of the target's column below them. Each sequence gives two rows, the real
/// and the imaginary part of λ. A few sequences are decomposed at a time.
Eigen::VectorXd positional_floor(PositionalQuery query, const Sequences& sequences, int length, const Poll& poll) {
  constexpr int some = 256;
  const int first = query == PositionalQuery::last, columns = length + 1;
  Eigen::MatrixXd r = Eigen::MatrixXd::Zero(columns + 2 * some, columns);
  for (int begin = 0; begin < sequences.count; begin += some) {
    if (poll) poll();
    auto rows = r.bottomRows(2 * some);
    rows.setZero();
    for (int i = 0; i < std::min(some, sequences.count - begin); ++i) {
      const double* powers = sequences.sequence(begin + i);
      for (int k = 0; k < length; ++k)
        for (int part = 0; part < 2; ++part) rows(2 * i + part, k) = powers[(2 * k + first) * sequences.dim + part];
      rows(2 * i, length) = 1;
    }
    r.topRows(columns) = triangular_factor(r);
  }
  return Eigen::VectorXd::NullaryExpr(length - 1, [&](Eigen::Index row) {
    return r.col(length).segment(row + 2, length - 1 - row).squaredNorm() / sequences.count;
  });
}

/// In the rotated axes M's blocks are m_{|i−j|} ± m_{n−1−i−j}, m's parts (m_i ± m_{n−1−i})/√2.
PositionalDescent::Rows::Rows(const Eigen::VectorXd& m, const Eigen::VectorXd& target, int first, double learning_rate)
    : first(first),
      lags(lags_from(first, int(m.size()))),
      mixed(std::min(lags - first - 2, even())),
      own(mixed * lanes),
      cross(own.size()),
      rate(lanes),
      weights(lags * lanes),
      slope(weights.size()) {
  for (const int sign : {1, -1}) {
    const int size = sign > 0 ? even() : odd();
    for (int i = 0; i < size; ++i) {
      const double scale = own_pair(i, lags);
      vector.push_back(scale * (target[i] + sign * target[lags - 1 - i]) / std::numbers::sqrt2);
      for (int j = 0; j < size; ++j)
        matrix.push_back(scale * own_pair(j, lags) * (m[std::abs(i - j)] + sign * m[lags - 1 - i - j]));
    }
  }
  for (int n = 0; n < lanes; ++n) {
    const int row = first + n;
    rate[n] = row < m.size() - 1 ? learning_rate : 0;
    for (int j = 0; j < mixed; ++j) {
      const double near = j <= row + 1, far = lags - 1 - j <= row + 1;
      own[j * lanes + n] = rate[n] * (near + far) / 2;
      cross[j * lanes + n] = rate[n] * (near - far) / 2;
    }
  }
}

PositionalDescent::PositionalDescent(const Eigen::VectorXd& moments, const Eigen::VectorXd& targets,
                                     double learning_rate)
    : length_(int(moments.size())) {
  for (int first = 0; first < rows(); first += lanes)
    groups_.emplace_back(moments, targets, first, 2 * learning_rate / rows());
}

double PositionalDescent::evaluate() {
  alignas(64) double losses[lanes] = {};
  for (Rows& g : groups_) quadratic_slope(quadratic(g.matrix, g.vector), g.weights.data(), g.slope.data(), losses);
  return 1 + Eigen::Map<Eigen::VectorXd>(losses, lanes).sum() / rows();
}

void PositionalDescent::step() {
  for (Rows& g : groups_)
    quadratic_step(quadratic(g.matrix, g.vector), g.mixed, g.own.data(), g.cross.data(), g.rate.data(), g.slope.data(),
                   g.weights.data());
}

Eigen::MatrixXd PositionalDescent::by_lag(const AlignedVector<double> Rows::*values) const {
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(rows(), length_);
  for (const Rows& g : groups_)
    for (int n = 0; n < lanes; ++n)
      for (int j = 0; j < g.even(); ++j) {
        const double even = (g.*values)[j * lanes + n] / own_pair(j, g.lags),
                     odd = j < g.odd() ? (g.*values)[(g.even() + j) * lanes + n] : 0;
        const int row = g.first + n, pair = g.lags - 1 - j;
        if (uses(row, j)) w(row, j) = (even + odd) / std::numbers::sqrt2;
        if (uses(row, pair) && pair > j) w(row, pair) = (even - odd) / std::numbers::sqrt2;
      }
  return w;
}

Eigen::MatrixXd PositionalDescent::weights() const {
  return by_lag(&Rows::weights);
}

Eigen::MatrixXd PositionalDescent::gradient() const {
  return 2.0 / rows() * by_lag(&Rows::slope);
}

void PositionalDescent::set_weights(const Eigen::MatrixXd& w) {
  for (Rows& g : groups_)
    for (int n = 0; n < lanes && g.first + n < rows(); ++n)
      for (int j = 0; j < g.even(); ++j) {
        const auto lag = w.row(g.first + n);
        const double near = lag[j] / std::numbers::sqrt2, far = lag[g.lags - 1 - j] / std::numbers::sqrt2;
        g.weights[j * lanes + n] = own_pair(j, g.lags) * (near + far);
        if (j < g.odd()) g.weights[(g.even() + j) * lanes + n] = near - far;
      }
}

void PositionalDescent::state(Archive& archive) {
  for (Rows& g : groups_) {
    Eigen::Map<Eigen::MatrixXd> weights(g.weights.data(), lanes, g.lags);
    archive(weights);
  }
}

double PositionalDescent::flop(int length) {
  double sum = 0;
  for (int row = 0; row < length - 1; ++row) {
    const double lags = lags_from(row / lanes * lanes, length);
    sum += lags * lags + 7 * lags;
  }
  return sum;
}

double PositionalDescent::bytes(int length) {
  double doubles = 0;
  for (int first = 0; first < length - 1; first += lanes) {
    const double lags = lags_from(first, length);
    doubles += lags * lags / 2 + 3 * lanes * lags;
  }
  return 8 * doubles;
}

}  // namespace icsweep
