// Autoregressive sequences s_{t+1} = W s_t with random orthogonal contexts W [autoregressive-icl §3].
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "tasks/random.hpp"

namespace icsweep {

/// Called every few sequences by a long loop, so that other ranks can be served. May be empty; may throw.
using Poll = std::function<void()>;

/// Calls `poll` for every 64th index.
inline void poll_at(int index, const Poll& poll) {
  if (poll && index % 64 == 63) poll();
}

/// Distributions of W [§3, §5.3]. All except haar commute: they turn pairs of coordinates by independent angles θ.
enum class ContextKind {
  haar,        ///< uniform on O(d)
  unitary,     ///< diag(e^{iθ_1} … e^{iθ_d}), θ ~ U(0, 2π), in 2d real coordinates (Remark 1): pairs (i, d + i)
  orthogonal,  ///< d/2 conjugate pairs of eigenvalues, d even: pairs (2i, 2i + 1)
  restricted   ///< unitary with angles θ/μ, μ ≥ 1
};
/// Throws Error(config) for an unknown name.
ContextKind context_kind(const std::string& name);

struct ContextDistribution {
  ContextKind kind;
  int dim;        ///< d
  double mu = 1;  ///< restricted: μ

  bool complex() const { return kind == ContextKind::unitary || kind == ContextKind::restricted; }
  /// Number of real coordinates of s_t.
  int real_dim() const { return complex() ? 2 * dim : dim; }
};

/// Uniform on O(d): Q of a Gaussian matrix's QR, its columns multiplied by the signs of R's diagonal (Mezzadri 2007).
Eigen::MatrixXd haar_orthogonal(int d, RandomStream& random);

/// `count` sequences s_1 … s_length of dimension d, ordered by sequence, then position, then coordinate.
struct Sequences {
  int count, length, dim;
  std::vector<double> values;

  const double* sequence(int i) const { return values.data() + std::size_t(i) * length * dim; }
};

/// Draws sequences. Sequence i has its own context, drawn from stream (seed, purpose, i). All start at s_1 = start·1_d,
/// whose imaginary part, if any, is 0. `poll` is called from time to time.
Sequences draw_sequences(const ContextDistribution& contexts, int count, int length, double start, std::int64_t seed,
                         Purpose purpose, const Poll& poll = {});

}  // namespace icsweep
