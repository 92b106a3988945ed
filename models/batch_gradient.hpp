// The seam between what is trained and the machine that computes it: loss, gradient and predictions of a batch.
#pragma once

#include <memory>
#include <span>
#include <type_traits>

#include "models/token_map.hpp"

namespace icsweep {

struct DecoderShape;
struct TransformerShape;

/// The examples of a batch. Readers, one a thread, read different examples at the same time.
template <class Real>
class Examples {
 public:
  virtual ~Examples() = default;
  virtual int count() const = 0;
  /// The scalars of example `index`: in `buffer`, which has room for them, or elsewhere. They stay until the same
  /// buffer is given again.
  virtual const Real* read(int index, int reader, Real* buffer) = 0;
  /// Says that `index` is read soon.
  virtual void prefetch(int) {}
};

/// A model of fixed shape. θ is its flat block of P parameters; E_o is the squared error of output token o, summed over
/// its outputs and the examples of a batch. Every result has the same bits on any number of threads. Allocates nothing
/// in a call but the first.
template <class Real>
class BatchGradient {
 public:
  virtual ~BatchGradient() = default;

  /// Threads for what follows, and so many readers; 1 at first. Returns how many there are: fewer where more cannot be
  /// of use.
  virtual int set_threads(int threads) = 0;
  /// How examples become tokens from now on; of the same number of tokens and scalars as before.
  virtual void set_tokens(const TokenMap& map) = 0;

  /// Writes ∂(factor·Σ_o E_o)/∂θ, and returns E_o for each output token, valid until the next call.
  virtual std::span<const double> gradient(std::span<const Real> theta, Examples<Real>& batch, Real factor,
                                           std::span<Real> gradient) = 0;
  /// E_o alone.
  virtual std::span<const double> evaluate(std::span<const Real> theta, Examples<Real>& batch) = 0;
  /// Writes what is predicted: examples × output tokens × outputs.
  virtual void predict(std::span<const Real> theta, Examples<Real>& batch, std::span<Real> predictions) = 0;
};

/// On this machine's processor: in single precision as it trains, in double precision the reference.
std::unique_ptr<BatchGradient<float>> training_gradient(const TransformerShape& shape, const TokenMap& map);
std::unique_ptr<BatchGradient<float>> training_gradient(const DecoderShape& shape, const TokenMap& map);
std::unique_ptr<BatchGradient<double>> reference_gradient(const TransformerShape& shape, const TokenMap& map);
std::unique_ptr<BatchGradient<double>> reference_gradient(const DecoderShape& shape, const TokenMap& map);

template <class Real, class Shape>
std::unique_ptr<BatchGradient<Real>> gradient_in(const Shape& shape, const TokenMap& map) {
  if constexpr (std::is_same_v<Real, float>) return training_gradient(shape, map);
  else return reference_gradient(shape, map);
}

/// Bytes that a training in single precision works on: all of them, and what each further sequence side by side adds.
struct WorkingBytes {
  double all, per_sequence;
};
WorkingBytes working_bytes(const TransformerShape& shape);
WorkingBytes working_bytes(const DecoderShape& shape);

/// Examples of a batch that tries every path: more than are computed side by side, and not a multiple of them.
int check_examples();

}  // namespace icsweep
