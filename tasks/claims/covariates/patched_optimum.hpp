// The least error of a head of linear attention over patches, w ~ N(0, I): in closed form, and by descent.
#pragma once

#include "tasks/claims/covariates/patched_head.hpp"

namespace icsweep {

/// d r/(1+r), r = p(d+1+σ²)/(n min(heads, p)): the error of the best of these heads at the query, labels without noise
/// there. The equal heads divided by 1+r have it.
double patched_floor(const PatchedRegression& regression, int heads);

/// Points and weights with Σ weight·f(point) = E f(w), w ~ N(0, I) in d dimensions, for polynomials up to degree 5
/// (Stroud). Points: d×(2d²+1).
struct Cubature {
  Eigen::MatrixXd points;
  Eigen::VectorXd weights;
};
Cubature normal_cubature(int d);

/// Where E‖ŵ − w‖² ends when U and v of one head are optimised in turns, from this v. It is quadratic in each, and of
/// degree 4 in w, so that its mean over w is exact.
double descended_error(const PatchedRegression& regression, Eigen::VectorXd v);

}  // namespace icsweep
