// The least error of a head of linear attention over patches, w ~ N(0, I): in closed form, and by descent.
#pragma once

#include "tasks/claims/covariates/patched_head.hpp"

namespace icsweep {

/// d r/(1+r), r = p(d+1+σ²)/(n min(heads, p)): the least error of these heads at the query, without noise in its label.
/// The equal heads divided by 1+r reach it.
double patched_floor(const PatchedRegression& regression, int heads);

/// Points and weights with Σ weight·f(point) = E f(w), w ~ N(0, I) in d dimensions, for polynomials up to degree 5
/// (Stroud). Points: d×(2d²+1).
struct Cubature {
  Eigen::MatrixXd points;
  Eigen::VectorXd weights;
};
Cubature normal_cubature(int d);

/// The value of E‖ŵ − w‖² that optimising U and v of one head in turns reaches from this v. The error is quadratic in
/// each, and of degree 4 in w, so the cubature gives its mean over w exactly.
double descended_error(const PatchedRegression& regression, Eigen::VectorXd v);

}  // namespace icsweep
