// Adapters that give both models the three calls of a lane gradient.
#pragma once

#include "models/cpu/token_lanes.hpp"
#include "models/decoder/decoder.hpp"
#include "models/kernels/squared_error.hpp"
#include "models/transformer/transformer.hpp"

namespace icsweep {

/// A Transformer, in which every token predicts.
template <class Real, int N>
class TransformerLanes : public Transformer<Real, N> {
 public:
  explicit TransformerLanes(const TransformerShape& shape)
      : Transformer<Real, N>(shape), error_(std::size_t(shape.tokens)) {}

  /// Adds the squared error of each output token to `error`, and the gradient of `factor` times their sum to the
  /// model's.
  void add_gradient(const TokenLanes<Real, N>& x, Real factor, double* error) {
    this->accumulate_gradient(x.tokens(), x.targets(), x.active(), factor, error);
  }
  void add_error(const TokenLanes<Real, N>& x, double* error) {
    this->evaluate(x.tokens(), x.targets(), x.active(), error);
  }
  /// Returns output tokens × outputs lanes, valid until the next call.
  std::span<const Real> predict(const TokenLanes<Real, N>& x) {
    add_error(x, error_.data());
    return this->predictions();
  }

 private:
  std::vector<double> error_;  // of predict(), unused
};

template <class Real, int N>
class DecoderLanes : public Decoder<Real, N> {
 public:
  explicit DecoderLanes(const DecoderShape& shape)
      : Decoder<Real, N>(shape),
        outputs_(shape.outputs),
        dpredictions_(std::size_t(shape.tokens * shape.outputs) * N) {}

  void add_gradient(const TokenLanes<Real, N>& x, Real factor, double* error) {
    add_error(x, factor, error);
    this->backward(x.tokens(), dpredictions_.data());
  }
  void add_error(const TokenLanes<Real, N>& x, double* error) { add_error(x, Real(0), error); }
  std::span<const Real> predict(const TokenLanes<Real, N>& x) {
    return this->forward(x.tokens(), x.map().output_tokens);
  }

 private:
  void add_error(const TokenLanes<Real, N>& x, Real factor, double* error) {
    squared_error<Real, N>({int(x.map().output_tokens.size()), outputs_}, x.active(), predict(x).data(), x.targets(),
                           factor, dpredictions_.data(), error);
  }

  int outputs_;
  AlignedVector<Real> dpredictions_;
};

}  // namespace icsweep
