// One layer of diagonal heads, evaluated by its definition [autoregressive-icl eq 6, assumption 3] on commuting
// contexts W = diag(λ) with s_1 = 1_d. It is the reference for closed forms.
#pragma once

#include <Eigen/Core>

#include "tasks/autoregressive/autoregressive.hpp"

namespace icsweep {

/// Diagonals of A^h and B^h, one row per head: H×d each. The layer depends on them only through C = BᵀA (Lemma 2).
struct DiagonalHeads {
  Eigen::MatrixXd a, b;

  Eigen::MatrixXd product() const { return b.transpose() * a; }
};

/// d heads with BᵀA = C.
DiagonalHeads heads_of(const Eigen::MatrixXd& c);

/// H heads with BᵀA = C, drawn at random and well conditioned; H at least the rank of C.
DiagonalHeads heads_with_product(const Eigen::MatrixXd& c, int H, RandomStream& random);

/// Parameters are drawn from streams with this index or a larger one, contexts from those below it.
inline constexpr std::uint64_t first_draw = std::uint64_t(1) << 40;

/// λ of one context: d independent phases (unitary) or d/2 conjugate pairs (2i, 2i+1) (orthogonal).
Eigen::VectorXcd draw_eigenvalues(ContextKind kind, int d, RandomStream& random);

/// s_1 … s_length as columns: s_1 = 1, s_{t+1} = λ ⊙ s_t.
Eigen::MatrixXcd tokens_of(const Eigen::VectorXcd& lambda, int length);

/// ((Re a, −Im a), (Im a, Re a)): a as a map of the real vectors (Re x, Im x).
Eigen::MatrixXd real_form(const Eigen::MatrixXcd& a);

/// Prediction of s_{T+1} by the query s_{T-1}: Σ_h Σ_{t≤T} p_t ⟨s_t | A^h s_{T-1}⟩ B^h s_t with ⟨α|β⟩ = β*α.
/// p: T weights, row T−1 of P; tokens: d×T or wider.
Eigen::VectorXcd predict(const DiagonalHeads& heads, const Eigen::VectorXd& p, const Eigen::MatrixXcd& tokens);

/// ‖predict − s_{T+1}‖²; tokens: d×(T+1).
double squared_error(const DiagonalHeads& heads, const Eigen::VectorXd& p, const Eigen::MatrixXcd& tokens);

/// Largest coordinate of |predict − s_{T+1}| over `samples` contexts.
double largest_error(ContextKind kind, const DiagonalHeads& heads, const Eigen::VectorXd& p, int samples,
                     std::int64_t seed);

/// Bound on the rounding error of a coordinate of the prediction. Every factor carries a power of λ up to T, built by
/// that number of products, and the sum has T·H·d terms in nested sums of T, H and d.
double prediction_rounding(const DiagonalHeads& heads, const Eigen::VectorXd& p);

/// Independent normal numbers.
Eigen::MatrixXd normal_matrix(int rows, int columns, RandomStream& random);

}  // namespace icsweep
