#include "tasks/claims/covariates/patched_head.hpp"

#include <Eigen/Core>
#include <cmath>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {

using Eigen::MatrixXd;
using Eigen::VectorXd;

double patched_floor(const PatchedRegression& regression, int heads) {
  const double d = regression.dim, used = std::min(heads, regression.patch),
               r = regression.patch * (d + 1 + regression.noise * regression.noise) / (regression.examples * used);
  return d * r / (1 + r);
}

Cubature normal_cubature(int d) {
  const double far = std::sqrt(d + 2.0), near = std::sqrt(d / 2.0 + 1), total = (d + 2.0) * (d + 2.0);
  Cubature c{MatrixXd::Zero(d, 2 * d * d + 1), VectorXd::Constant(2 * d * d + 1, 1 / total)};
  c.weights[0] = 2 / (d + 2.0);
  int n = 1;
  for (int i = 0; i < d; ++i)
    for (const int sign : {1, -1}) {
      c.weights[n] = (4 - d) / (2 * total);
      c.points(i, n++) = sign * far;
    }
  for (int i = 0; i < d; ++i)
    for (int j = 0; j < i; ++j)
      for (const int a : {1, -1})
        for (const int b : {1, -1}) {
          c.points(i, n) = a * near;
          c.points(j, n++) = b * near;
        }
  return c;
}

namespace {

/// E‖ŵ − w‖² = d − 2Tr(BᵀX) + Tr(XᵀAX) has its minimum d − Tr(BᵀX) at X = A⁻¹B. A may be singular.
struct Quadratic {
  MatrixXd a, b;

  MatrixXd minimum() const { return least_squares(a, b); }
};

/// The quadratic in Uᵀ: A = E[N vᵀCv C + N(N+1) Cv vᵀC], B = N E[Cv wᵀ].
Quadratic in_u(const PatchedRegression& regression, const Cubature& cubature, const VectorXd& v) {
  const int D = regression.width();
  const double N = regression.patches();
  Quadratic q{MatrixXd::Zero(D, D), MatrixXd::Zero(D, regression.dim)};
  for (int n = 0; n < cubature.weights.size(); ++n) {
    const VectorXd w = cubature.points.col(n);
    const MatrixXd c = token_covariance(regression, w);
    const VectorXd cv = c * v;
    const double weight = N * cubature.weights[n];
    q.a += weight * v.dot(cv) * c + weight * (N + 1) * cv * cv.transpose();
    q.b += weight * cv * w.transpose();
  }
  return q;
}

/// The quadratic in v: A = E[N Tr(U C Uᵀ) C + N(N+1) C UᵀU C], B = N E[C Uᵀw].
Quadratic in_v(const PatchedRegression& regression, const Cubature& cubature, const MatrixXd& u) {
  const int D = regression.width();
  const double N = regression.patches();
  Quadratic q{MatrixXd::Zero(D, D), MatrixXd::Zero(D, 1)};
  for (int n = 0; n < cubature.weights.size(); ++n) {
    const VectorXd w = cubature.points.col(n);
    const MatrixXd c = token_covariance(regression, w), cu = c * u.transpose();
    const double weight = N * cubature.weights[n];
    q.a += weight * cu.cwiseProduct(u.transpose()).sum() * c + weight * (N + 1) * cu * cu.transpose();
    q.b += weight * cu * w;
  }
  return q;
}

}  // namespace

double descended_error(const PatchedRegression& regression, VectorXd v) {
  const Cubature cubature = normal_cubature(regression.dim);
  double error = regression.dim;
  for (int turn = 0; turn < 500; ++turn) {
    const MatrixXd u = in_u(regression, cubature, v).minimum().transpose();
    const Quadratic q = in_v(regression, cubature, u);
    v = q.minimum();
    const double before = error;
    error = regression.dim - q.b.col(0).dot(v);
    if (std::abs(before - error) < 1e-13 * regression.dim) break;
  }
  return error;
}

}  // namespace icsweep
