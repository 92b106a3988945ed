// The decoder of the regression experiments: read-in, layers of attention and MLP, read-out.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/decoder/decoder_block.hpp"

namespace icsweep {

/// Computes on one block of N sequences at a time; allocates in the constructor only.
template <class Real, int N>
class Decoder {
 public:
  explicit Decoder(const DecoderShape& shape);

  /// Uses theta (P scalars) in the calls that follow, until the next call.
  void set_parameters(std::span<const Real> theta);
  /// Predictions of the tokens that are read, `outputs` lanes each, of T×inputs lanes of tokens; valid until the next
  /// call.
  std::span<const Real> forward(const Real* tokens, Reads reads);
  /// Of all tokens.
  std::span<const Real> forward(const Real* tokens) { return forward(tokens, all_); }
  /// Adds the gradient of what forward() has just computed from the same tokens. dpredictions: as many lanes.
  void backward(const Real* tokens, const Real* dpredictions);
  /// Writes the gradient with respect to theta, summed over lanes and blocks since the last call (P scalars).
  void take_gradient(std::span<Real> gradient);
  /// As Transformer.
  template <class F>
  void visit_sums(F&& f) {
    if (bare_) return bare_->visit_sums(f);
    body_->embedding.visit_sums(f);
    f(std::span(body_->position_gradient));
    for (auto& block : body_->blocks) block.visit_sums(f);
    if (body_->final_norm) body_->final_norm->visit_sums(f);
    body_->readout.visit_sums(f);
  }

 private:
  using Attention = MultiHeadAttention<Real, N>;

  /// What is around the attention of any decoder that is not bare.
  struct Body {
    explicit Body(const DecoderShape& shape);
    static std::vector<DecoderBlock<Real, N>> blocks_of(const DecoderShape& shape);
    void spread_positions(const DecoderShape& shape, const Real* theta);
    Real* take_position_gradient(Real* gradient);
    DenseLayer<Real, N> embedding, readout;
    AlignedVector<Real> positions, position_gradient;  // T×D lanes that are all the same; T×D
    AlignedVector<Real> stream, dstream;               // T×D lanes
    std::vector<DecoderBlock<Real, N>> blocks;
    std::optional<DenseNorm<Real, N>> final_norm;
    typename DecoderBlock<Real, N>::Workspace work;
    AlignedVector<Real> dense;
    const Real* last() const { return final_norm ? final_norm->output() : blocks.back().output(); }
  };
  void backward_body(const Real* tokens, const Real* dpredictions);
  Reads reads(int layer) const { return layer + 1 < shape_.depth ? Reads(all_) : Reads(reads_); }

  DecoderShape shape_;
  std::vector<int> all_, reads_;  // tokens; those of the last forward pass
  AlignedVector<Real> predictions_;
  std::optional<Attention> bare_;
  std::optional<typename Attention::Workspace> bare_work_;
  std::optional<Body> body_;
};

#define ICSWEEP_EXTERN(Real, N) extern template class Decoder<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
