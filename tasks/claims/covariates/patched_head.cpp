#include "tasks/claims/covariates/patched_head.hpp"

#include <fmt/format.h>

#include <Eigen/Core>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/claims/autoregressive/diagonal_model.hpp"

namespace icsweep {

using Eigen::MatrixXd;
using Eigen::VectorXd;

PatchedRegression patched_regression(const Config& setting) {
  return {setting.small_integer("dim"), setting.has("patch") ? setting.small_integer("patch") : 1,
          setting.small_integer("examples"), setting.real("noise")};
}

void patch_divides(const Config& setting) {
  if (setting.integer("examples") % setting.integer("patch"))
    throw Error(ErrorKind::config, fmt::format("patch = {}: must divide examples = {}", setting.integer("patch"),
                                               setting.integer("examples")));
}

MatrixXd token_covariance(const PatchedRegression& regression, const VectorXd& w) {
  const int d = regression.dim;
  MatrixXd c = MatrixXd::Zero(regression.width(), regression.width());
  for (int j = 0; j < regression.patch; ++j) {
    const int x = regression.x(j), y = regression.y(j);
    c.block(x, x, d, d).setIdentity();
    c.block(x, y, d, 1) = w;
    c.block(y, x, 1, d) = w.transpose();
    c(y, y) = w.squaredNorm() + regression.noise * regression.noise;
  }
  return c;
}

MatrixXd draw_tokens(const PatchedRegression& regression, const MatrixXd& factor, const VectorXd& w,
                     RandomStream& random) {
  MatrixXd tokens(regression.patches(), regression.width());
  VectorXd g(regression.dim);
  for (int i = 0; i < regression.patches(); ++i)
    for (int j = 0; j < regression.patch; ++j) {
      for (double& value : g) value = random.normal();
      const VectorXd x = factor * g;
      tokens.row(i).segment(regression.x(j), regression.dim) = x.transpose();
      tokens(i, regression.y(j)) = w.dot(x) + regression.noise * random.normal();
    }
  return tokens;
}

VectorXd estimate(const PatchedHead& head, const MatrixXd& tokens) {
  return head.u * (tokens.transpose() * (tokens * head.v));
}

std::vector<PatchedHead> equal_heads(const PatchedRegression& regression, int heads) {
  const int d = regression.dim, p = regression.patch, used = std::min(heads, p);
  std::vector<PatchedHead> all;
  for (int h = 0; h < used; ++h) {
    const double weight = 1 / std::sqrt(double((p - h + used - 1) / used));  // by the head's number of slots
    PatchedHead head{MatrixXd::Zero(d, regression.width()), VectorXd::Zero(regression.width())};
    for (int j = h; j < p; j += used) {
      head.u.middleCols(regression.x(j), d).diagonal().setConstant(weight / (regression.patches() * used));
      head.v[regression.y(j)] = weight;
    }
    all.push_back(head);
  }
  return all;
}

PatchedHead unbiased_head(const PatchedRegression& regression, double spread, RandomStream& random) {
  const int d = regression.dim, p = regression.patch, N = regression.patches();
  PatchedHead head = equal_heads(regression, 1).front();
  if (p == 1) return head;
  const VectorXd v_y = VectorXd::Constant(p, 1 / std::sqrt(p)) + spread / std::sqrt(p) * normal_matrix(p, 1, random);
  MatrixXd v_x = spread / std::sqrt(p * d) * normal_matrix(d, p, random);
  // If Σ_j v_yj v_xj = 0, eq 4 holds for the equal U_x: near the equal head v_x nearly satisfies this.
  v_x -= (1 - std::min(1.0, spread)) * v_x * v_y * v_y.transpose() / v_y.squaredNorm();
  MatrixXd u_y = spread / N / std::sqrt(p * d) * normal_matrix(d, p, random), u_x(p * d, d);
  u_y -= u_y * v_y * v_y.transpose() / v_y.squaredNorm();  // eq 5
  for (int j = 0; j < p; ++j) u_x.middleRows(j * d, d) = head.u.middleCols(regression.x(j), d).transpose();
  u_x += spread / N / std::sqrt(p * d) * normal_matrix(p * d, d, random);
  // Eq 3 and 4 are linear in U_x: (d+1)×pd coefficients for each of its rows; the smallest change satisfies them.
  MatrixXd coefficient(d + 1, p * d), value = MatrixXd::Zero(d + 1, d);
  for (int j = 0; j < p; ++j) coefficient.block(0, j * d, d, d) = v_y[j] * MatrixXd::Identity(d, d);
  coefficient.row(d) = v_x.reshaped().transpose() / v_x.norm();
  value.topRows(d) = MatrixXd::Identity(d, d) / N - v_x * u_y.transpose();
  u_x += least_squares(coefficient, MatrixXd(value - coefficient * u_x));
  for (int j = 0; j < p; ++j) {
    head.u.middleCols(regression.x(j), d) = u_x.middleRows(j * d, d).transpose();
    head.u.col(regression.y(j)) = u_y.col(j);
    head.v.segment(regression.x(j), d) = v_x.col(j);
    head.v[regression.y(j)] = v_y[j];
  }
  return head;
}

double expected_error(const PatchedRegression& regression, const PatchedHead& head, const VectorXd& w) {
  const MatrixXd c = token_covariance(regression, w);
  const VectorXd mean = head.u * (c * head.v);
  const double N = regression.patches();
  return N * ((head.u * c * head.u.transpose()).trace() * head.v.dot(c * head.v) + mean.squaredNorm()) +
         (N * mean - w).squaredNorm();
}

}  // namespace icsweep
