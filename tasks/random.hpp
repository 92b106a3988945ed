// Counter-based random numbers. They depend on seed, purpose and index alone, never on order, ranks or restarts.
#pragma once

#include <Random123/philox.h>

#include <cstdint>
#include <span>
#include <vector>

namespace icsweep {

/// Purpose of random numbers. Every result depends on these values: append to the list, never renumber it.
enum class Purpose : std::uint64_t {
  training_data = 1,
  test_data = 2,
  initial_weights = 3,
  shuffle = 4,
  check = 5,
  embeddings = 6,
  claims = 7,
  head_noise = 8,
  baseline = 9,  ///< a fit's own initial weights and minibatches
  bootstrap = 10,
  sweep = 11,  ///< parameters that a sweep file draws
  first_state = 12
};

/// Philox4x64-10 (Salmon et al. 2011) keyed by (seed, purpose), counting from (index, 0). Experiments with equal seeds
/// share their data, so they can be compared sequence by sequence.
class RandomStream {
 public:
  RandomStream(std::int64_t seed, Purpose purpose, std::uint64_t index);

  std::uint64_t bits();
  double uniform();  ///< in (0, 1)
  double uniform(double low, double high);
  double normal();  ///< N(0, 1) by Box and Muller
  /// Fills `draws` with draws of normal(), equal except for rounding, in a quarter of the time. Several calls give the
  /// same bits as one.
  void normals(std::span<double> draws);
  std::uint64_t below(std::uint64_t n);  ///< 0 … n−1, unbiased

 private:
  r123::Philox4x64 philox_;
  r123::Philox4x64::ctr_type counter_, block_;
  r123::Philox4x64::key_type key_;
  int used_ = 4;
  double spare_ = 0;
  bool has_spare_ = false;
};

/// A uniform permutation (Fisher and Yates).
void shuffle(std::vector<int>& values, RandomStream& random);

}  // namespace icsweep
