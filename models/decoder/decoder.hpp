// The decoder of the regression experiments: read-in, layers of attention and MLP, read-out.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/decoder/decoder_block.hpp"

namespace icsweep {

/// Computes one block of N sequences at a time. Allocates in the constructor only.
template <class Real, int N>
class Decoder {
 public:
  explicit Decoder(const DecoderShape& shape);

  /// Uses theta (P scalars) until the next call of set_parameters().
  void set_parameters(std::span<const Real> theta);
  /// Returns the predictions of the output tokens, `outputs` lanes each, valid until the next call. tokens: T×inputs
  /// lanes.
  std::span<const Real> forward(const Real* tokens, OutputTokens output_tokens);
  /// Returns the predictions of all tokens.
  std::span<const Real> forward(const Real* tokens) { return forward(tokens, all_); }
  /// Adds the gradient of the last forward(), which must have had the same tokens. dpredictions: the lanes of its
  /// predictions.
  void backward(const Real* tokens, const Real* dpredictions);
  /// Writes the gradient with respect to theta, summed over lanes and blocks since the last call (P scalars).
  void reduce_gradient(std::span<Real> gradient);
  /// See Transformer::for_each_accumulator().
  template <class F>
  void for_each_accumulator(F&& f) {
    if (bare_) return bare_->for_each_accumulator(f);
    body_->embedding.for_each_accumulator(f);
    f(body_->position_gradient);
    body_->accumulates_positions = false;
    for (auto& block : body_->blocks) block.for_each_accumulator(f);
    if (body_->final_norm) body_->final_norm->for_each_accumulator(f);
    body_->readout.for_each_accumulator(f);
  }

 private:
  using Attention = MultiHeadAttention<Real, N>;

  /// The parts around the attention of a decoder that is not bare.
  struct Body {
    explicit Body(const DecoderShape& shape);
    static std::vector<DecoderBlock<Real, N>> blocks_of(const DecoderShape& shape);
    bool learns_positions() const { return !position_gradient.empty(); }
    template <class Scalar>
    void spread_positions(const Scalar* from);
    Real* take_position_gradient(Real* gradient);
    WideLinearLayer<Real, N> embedding, readout;
    AlignedVector<Real> positions, position_gradient;  // T×D lanes of equal numbers, if added; T×D, if learned
    bool accumulates_positions = false;                // as in WideLinearLayer
    AlignedVector<Real> stream, dstream;               // T×D lanes
    std::vector<DecoderBlock<Real, N>> blocks;
    std::optional<WideNormLayer<Real, N>> final_norm;
    typename DecoderBlock<Real, N>::Workspace work;
    AlignedVector<Real> dense;
    const Real* last() const { return final_norm ? final_norm->output() : blocks.back().output(); }
  };
  void backward_body(const Real* tokens, const Real* dpredictions);
  OutputTokens output_tokens(int layer) const {
    return layer + 1 < shape_.depth ? OutputTokens(all_) : OutputTokens(output_tokens_);
  }

  DecoderShape shape_;
  std::vector<int> all_, output_tokens_;  // output_tokens_: of the last forward pass
  AlignedVector<Real> predictions_;
  std::optional<Attention> bare_;
  std::optional<typename Attention::Workspace> bare_work_;
  std::optional<Body> body_;
};

#define ICSWEEP_EXTERN(Real, N) extern template class Decoder<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
