// Loss, gradient and predictions of a batch: the interface between training code and the device that computes.
#pragma once

#include <memory>
#include <span>
#include <type_traits>

#include "models/token_map.hpp"

namespace icsweep {

struct DecoderShape;
class Members;
struct TransformerShape;

/// The examples of a batch. Each thread has its own reader, and readers read different examples at the same time.
template <class Real>
class Examples {
 public:
  virtual ~Examples() = default;
  virtual int count() const = 0;
  /// Returns the scalars of example `index`, in `buffer`, which has room for them, or elsewhere. They are valid until
  /// the same buffer is passed again.
  virtual const Real* read(int index, int reader, Real* buffer) = 0;
  /// Announces that example `index` will be read soon.
  virtual void prefetch(int) {}
};

/// A model of fixed shape. θ is its flat block of P parameters. E_o is the squared error of output token o, summed over
/// its outputs and the examples of a batch. Every result has the same bits on any number of threads. Only the first
/// call allocates.
template <class Real>
class BatchGradient {
 public:
  virtual ~BatchGradient() = default;

  /// Sets the number of threads, and so of readers, for later calls; 1 at first. Returns the number used, which is
  /// below `threads` if more threads would not help.
  virtual int set_threads(int threads) = 0;
  /// Sets the processes that share each batch of later calls of gradient() (models/cpu/members.hpp); nullptr: none.
  virtual void set_members(Members* members) = 0;
  /// Sets the map from examples to tokens for later calls. Its numbers of tokens and scalars must be those of the
  /// previous map.
  virtual void set_tokens(const TokenMap& map) = 0;

  /// Writes ∂(factor·Σ_o E_o)/∂θ. Returns E_o for each output token, valid until the next call.
  virtual std::span<const double> gradient(std::span<const Real> theta, Examples<Real>& batch, Real factor,
                                           std::span<Real> gradient) = 0;
  /// Returns E_o alone.
  virtual std::span<const double> evaluate(std::span<const Real> theta, Examples<Real>& batch) = 0;
  /// Writes the predictions: examples × output tokens × outputs.
  virtual void predict(std::span<const Real> theta, Examples<Real>& batch, std::span<Real> predictions) = 0;
};

/// Gradients computed on this machine's processor: single precision for training, double precision for reference.
std::unique_ptr<BatchGradient<float>> training_gradient(const TransformerShape& shape, const TokenMap& map);
std::unique_ptr<BatchGradient<float>> training_gradient(const DecoderShape& shape, const TokenMap& map);
std::unique_ptr<BatchGradient<double>> reference_gradient(const TransformerShape& shape, const TokenMap& map);
std::unique_ptr<BatchGradient<double>> reference_gradient(const DecoderShape& shape, const TokenMap& map);

template <class Real, class Shape>
std::unique_ptr<BatchGradient<Real>> gradient_in(const Shape& shape, const TokenMap& map) {
  if constexpr (std::is_same_v<Real, float>) return training_gradient(shape, map);
  else return reference_gradient(shape, map);
}

/// Bytes that training in single precision works on, and bytes that one more sequence per block would add.
struct WorkingBytes {
  double all, per_sequence;
};
WorkingBytes working_bytes(const TransformerShape& shape);
WorkingBytes working_bytes(const DecoderShape& shape);

/// Largest number of threads that can share a batch in training.
int most_threads(const TransformerShape& shape, int batch);
int most_threads(const DecoderShape& shape, int batch);

/// Bytes of a gradient's sums in training, which members exchange.
double shared_bytes(const TransformerShape& shape);
double shared_bytes(const DecoderShape& shape);

/// Number of examples in a batch that tries every path: more than one block has, and not a multiple of it.
int check_examples();

}  // namespace icsweep
