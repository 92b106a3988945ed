// Autoregressive sequences s_{t+1} = W s_t with random orthogonal contexts W [autoregressive-icl §3].
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "tasks/random.hpp"

namespace icsweep {

/// Called every few sequences by a long loop, so that others can be served meanwhile. May be empty; may throw.
using Pause = std::function<void()>;

/// Calls `pause` for every 64th index.
inline void pause_at(int index, const Pause& pause) {
  if (pause && index % 64 == 63) pause();
}

/// Uniform on O(d): Q of a Gaussian matrix's QR, its columns multiplied by the signs of R's diagonal (Mezzadri 2007).
Eigen::MatrixXd haar_orthogonal(int d, RandomStream& random);

/// `count` sequences s_1 … s_length of dimension d; sequence-major, then position, then coordinate.
struct Sequences {
  int count, length, dim;
  std::vector<double> values;

  const double* sequence(int i) const { return values.data() + std::size_t(i) * length * dim; }
};

/// Sequence i uses a Haar context of its own, drawn from stream (seed, purpose, i). s_1 = start·1_d, the same for all.
/// `pause` is called now and then.
Sequences haar_sequences(int count, int length, int dim, double start, std::int64_t seed, Purpose purpose,
                         const Pause& pause = {});

}  // namespace icsweep
