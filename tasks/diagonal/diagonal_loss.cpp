#include "tasks/diagonal/diagonal_loss.hpp"

#include <cmath>

namespace icsweep {
namespace {

int conjugate(int i) {
  return i ^ 1;
}

/// Moments of C in the loss: N, Σr², Σrc and Σc², with r and c as in the header.
struct ContextMoments {
  double n, rr, rc, cc;
};

ContextMoments moments_of(DiagonalForm form, const Eigen::MatrixXd& c, Eigen::VectorXd& r) {
  r = c.rowwise().sum();
  ContextMoments m{c.squaredNorm(), 0, 0, 0};
  if (form == DiagonalForm::orthogonal)
    for (int i = 0; i < c.rows(); ++i) {
      const double own = c(i, conjugate(i));
      r[i] -= own;
      m.n -= own * own;
      m.rc += r[i] * own;
      m.cc += own * own;
    }
  m.rr = r.squaredNorm();
  return m;
}

/// Moments of p in the loss: q = ‖p‖² − p_{T−1}² (printed: ‖p‖²), p_{T−1}, p_T and s.
struct RowMoments {
  double q, before, last, sum;
};

template <class Row>
RowMoments moments_of(DiagonalForm form, const Row& p) {
  const int T = int(p.size());
  const double before = p[T - 2], counted = form == DiagonalForm::unitary_printed ? 0 : before * before;
  return {p.squaredNorm() - counted, before, p[T - 1], p.sum()};
}

}  // namespace

double diagonal_row_loss(DiagonalForm form, const Eigen::MatrixXd& c, const Eigen::VectorXd& p) {
  return diagonal_row_loss(form, c, p, Eigen::VectorXd::Ones(c.rows()));
}

double diagonal_row_loss(DiagonalForm form, const Eigen::MatrixXd& heads, const Eigen::VectorXd& p,
                         const Eigen::VectorXd& squares) {
  const Eigen::MatrixXd c = heads * squares.asDiagonal();
  const int T = int(p.size()), d = int(c.rows());
  const double before = p[T - 2], last = p[T - 1], sum = p.sum();
  const double early = p.head(T - 2).squaredNorm() + (form == DiagonalForm::unitary_printed ? before * before : 0);
  double loss = 0;
  for (int i = 0; i < d; ++i) {
    double own = 0, others = 0, r = c(i, i);
    for (int j = 0; j < d; ++j) {
      if (j == i) continue;
      if (form == DiagonalForm::orthogonal && j == conjugate(i)) own = c(i, j);
      else others += c(i, j) * c(i, j), r += c(i, j);
    }
    loss += squares[i] * (early * (c(i, i) * c(i, i) + others) + last * last * others +
                          std::pow(last * c(i, i) - 1, 2) + std::pow(before * r + sum * own, 2));
  }
  return loss;
}

DiagonalLoss::DiagonalLoss(DiagonalForm form, int heads, int dim, int length)
    : DiagonalLoss(form, heads, Eigen::VectorXd::Ones(dim), length) {}

DiagonalLoss::DiagonalLoss(DiagonalForm form, int heads, const Eigen::VectorXd& squares, int length)
    : form_(form),
      from_ones_((squares.array() == 1).all()),
      squares_(squares),
      roots_(squares.cwiseSqrt()),
      c_(squares.size(), squares.size()),
      c_gradient_(c_),
      r_(squares.size()),
      gradient_{Eigen::MatrixXd(heads, c_.cols()), Eigen::MatrixXd(heads, c_.cols()), RowMajor::Zero(length, length)} {}

double DiagonalLoss::trace() const {
  return from_ones_ ? c_.trace() : c_.diagonal().dot(roots_);
}

double DiagonalLoss::evaluate(const DiagonalParameters& theta) {
  c_.noalias() = theta.B.transpose() * theta.A;
  if (!from_ones_) c_.array() = (c_.array().colwise() * roots_.array()).rowwise() * squares_.array().transpose();
  const ContextMoments m = moments_of(form_, c_, r_);
  const double tr = trace();
  const bool printed = form_ == DiagonalForm::unitary_printed;

  // Row by row:
  //   ∂l/∂p_t = [t ≠ T−1] 2N p_t + 2(p_{T−1} Σrc + s Σc²) + [t = T−1] 2(p_{T−1} Σr² + s Σrc) − [t = T] 2 Tr C.
  double q = 0, before = 0, mixed = 0, sum = 0, last = 0;  // Σ over rows of q, p_{T−1}², p_{T−1} s, s², p_T
  for (int row = 0; row < theta.rows(); ++row) {
    const auto p = theta.row(row);
    const RowMoments k = moments_of(form_, p);
    q += k.q;
    before += k.before * k.before;
    mixed += k.before * k.sum;
    sum += k.sum * k.sum;
    last += k.last;
    auto g = gradient_.row(row);
    g = (2 * m.n * p).array() + 2 * (k.before * m.rc + k.sum * m.cc);
    g[row] += 2 * (k.before * m.rr + k.sum * m.rc) - (printed ? 0 : 2 * m.n * k.before);
    g[row + 1] -= 2 * tr;
  }

  // Sums over rows:
  //   ∂/∂C_ij = 2q C_ij + 2 p_{T−1}² r_i + 2 p_{T−1}s c_i − [i = j] 2 p_T   for j ≠ ī,
  //   ∂/∂C_iī = 2 p_{T−1}s r_i + 2s² c_i.
  c_gradient_ = 2 * q * c_;
  c_gradient_.colwise() += 2 * before * r_;
  if (form_ == DiagonalForm::orthogonal)
    for (int i = 0; i < c_.rows(); ++i) {
      const double own = c_(i, conjugate(i));
      c_gradient_.row(i).array() += 2 * mixed * own;
      c_gradient_(i, conjugate(i)) = 2 * mixed * r_[i] + 2 * sum * own;
    }
  c_gradient_.diagonal() -= 2 * last * roots_;
  if (!from_ones_)
    c_gradient_.array() = (c_gradient_.array().colwise() * roots_.array()).rowwise() * squares_.array().transpose();
  gradient_.A.noalias() = theta.B * c_gradient_;  // C = BᵀA
  gradient_.B.noalias() = theta.A * c_gradient_.transpose();
  return q * m.n + before * m.rr + 2 * mixed * m.rc + sum * m.cc - 2 * last * tr + theta.rows() * squares_.sum();
}

}  // namespace icsweep
