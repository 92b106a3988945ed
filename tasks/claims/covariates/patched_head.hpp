// One head of linear attention over patches, viewed as an estimate of w [covariates eq 2]: ŵ = Σ_i (U z_i)(vᵀz_i) over
// the N = n/p tokens z_i = (x_i1, y_i1, …, x_ip, y_ip) of a prompt with n examples y = ⟨w, x⟩ + η, η ~ N(0, σ²). It
// predicts ⟨ŵ, x⟩ at the query. U contains the 1/N of the paper's §3.2.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "io/schema/schema.hpp"
#include "tasks/random.hpp"

namespace icsweep {

/// Prompts of `examples` = n examples in patches of p that divide n.
struct PatchedRegression {
  int dim, patch, examples;
  double noise;  ///< σ

  int patches() const { return examples / patch; }    ///< N
  int width() const { return patch * (dim + 1); }     ///< D, features of a token
  int x(int slot) const { return slot * (dim + 1); }  ///< start of x_j in a token, j from 0
  int y(int slot) const { return x(slot) + dim; }     ///< place of y_j
};

/// Reads a claim's setting; patch 1 if the claim has none.
PatchedRegression patched_regression(const Config& setting);
/// Throws Error(config) unless the patch divides the examples.
void patch_divides(const Config& setting);

/// u: d×D, v: D.
struct PatchedHead {
  Eigen::MatrixXd u;
  Eigen::VectorXd v;
};

/// D×D: E[z zᵀ] for x ~ N(0, I).
Eigen::MatrixXd token_covariance(const PatchedRegression& regression, const Eigen::VectorXd& w);

/// Tokens, one per row, N×D. x = factor·g, g ~ N(0, I), factor d×d. One stream gives the same x and η for any w.
Eigen::MatrixXd draw_tokens(const PatchedRegression& regression, const Eigen::MatrixXd& factor,
                            const Eigen::VectorXd& w, RandomStream& random);

/// ŵ; tokens: N×D.
Eigen::VectorXd estimate(const PatchedHead& head, const Eigen::MatrixXd& tokens);

/// min(heads, p) heads whose sum is unbiased for x ~ N(0, I): head h weights the slots h, h + heads, … equally.
std::vector<PatchedHead> equal_heads(const PatchedRegression& regression, int heads);

/// The equal head, moved at random by about `spread` of its size among the unbiased heads [covariates eq 3–5]. For p =
/// 1 there is no other unbiased head.
PatchedHead unbiased_head(const PatchedRegression& regression, double spread, RandomStream& random);

/// E‖ŵ − w‖² for x ~ N(0, I) by Isserlis' theorem, C = E[z zᵀ]:
/// N (Tr(U C Uᵀ) vᵀCv + ‖UCv‖²) + ‖N UCv − w‖².
double expected_error(const PatchedRegression& regression, const PatchedHead& head, const Eigen::VectorXd& w);

/// Least error of such heads at the query, without noise in its label, for w ~ N(0, I): d r/(1+r), r = p(d+1+σ²)/(n
/// min(heads, p)). The equal heads divided by 1+r reach it.
double patched_floor(const PatchedRegression& regression, int heads);

/// Points and weights with Σ weight·f(point) = E f(w), w ~ N(0, I) in d dimensions, for polynomials up to degree 5
/// (Stroud). Points: d×(2d²+1).
struct Cubature {
  Eigen::MatrixXd points;
  Eigen::VectorXd weights;
};
Cubature normal_cubature(int d);

/// Value of E‖ŵ − w‖² that alternately optimising U and v of one head reaches from this v. The error is quadratic in
/// each, and of degree 4 in w, so the cubature gives its mean over w exactly.
double descended_error(const PatchedRegression& regression, Eigen::VectorXd v);

}  // namespace icsweep
