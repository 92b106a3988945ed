#include "models/decoder/decoder_block.hpp"

namespace icsweep {

template <class Real, int N>
DecoderBlock<Real, N>::DecoderBlock(const DecoderShape& s, int layer)
    : before_(s.block == Block::pre_norm),
      merged_(s.merged(layer)),
      tokens_(s.tokens),
      width_(s.width),
      attention_norm_(s.tokens, s.width, s.norm),
      mlp_norm_(s.tokens, s.width, s.norm),
      attention_(s, layer),
      mlp_(s.tokens, s.width, s.hidden(), s.activation_kind(), s.map_precision()),
      middle_(before_ ? s.tokens * s.width * N : 0),
      output_(middle_.size()) {}

template <class Real, int N>
DecoderBlock<Real, N>::Workspace::Workspace(const DecoderShape& s, const DecoderBlock& block)
    : attention(s, block.attention_),
      dense(block.mlp_.scratch()),
      dhidden(s.tokens * s.hidden() * N),
      stream(s.tokens * s.width * N) {}

template <class Real, int N>
const Real* DecoderBlock<Real, N>::set_parameters(const Real* theta, const Real* read_in) {
  if (before_) theta = attention_.set_parameters(attention_norm_.set_parameters(theta), read_in);
  else theta = attention_norm_.set_parameters(attention_.set_parameters(theta, read_in));
  return before_ ? mlp_.set_parameters(mlp_norm_.set_parameters(theta))
                 : mlp_norm_.set_parameters(mlp_.set_parameters(theta));
}

template <class Real, int N>
Real* DecoderBlock<Real, N>::reduce_gradient(Real* to, Real* read_in) {
  if (before_) to = attention_.reduce_gradient(attention_norm_.reduce_gradient(to), read_in);
  else to = attention_norm_.reduce_gradient(attention_.reduce_gradient(to, read_in));
  return before_ ? mlp_.reduce_gradient(mlp_norm_.reduce_gradient(to))
                 : mlp_norm_.reduce_gradient(mlp_.reduce_gradient(to));
}

template <class Real, int N>
void DecoderBlock<Real, N>::forward(const Real* x, const Real* tokens, OutputTokens output_tokens, Workspace& work) {
  const int count = int(output_tokens.size());
  mlp_.set_tokens(count);
  mlp_norm_.set_tokens(count);
  if (before_) {
    attention_norm_.forward(x);
    attention_.forward(attention_norm_.output(), x, middle_.data(), output_tokens, work.attention);
    mlp_norm_.forward(middle_.data());
    mlp_.forward(mlp_norm_.output(), middle_.data(), output_.data());
  } else {
    attention_.forward(merged_ ? tokens : x, x, work.stream.data(), output_tokens, work.attention);
    attention_norm_.set_tokens(count);
    attention_norm_.forward(work.stream.data());
    mlp_.forward(attention_norm_.output(), attention_norm_.output(), work.stream.data());
    mlp_norm_.forward(work.stream.data());
  }
}

template <class Real, int N>
void DecoderBlock<Real, N>::backward(const Real* x, const Real* tokens, Real* dx, OutputTokens output_tokens,
                                     Workspace& work) {
  if (before_) backward_before(dx, output_tokens, work);
  else backward_after(x, tokens, dx, output_tokens, work);
}

template <class Real, int N>
void DecoderBlock<Real, N>::backward_before(Real* dx, OutputTokens output_tokens, Workspace& work) {
  Real* dbranch = work.stream.data();
  mlp_.backward(mlp_norm_.output(), dx, nullptr, work.dense.data(), work.dhidden.data(), dbranch);
  mlp_norm_.backward(dbranch, dx, dx);
  attention_.backward(attention_norm_.output(), dx, nullptr, dbranch, output_tokens, work.attention);
  scatter_tokens(output_tokens, tokens_, width_ * N, dx, dx);
  attention_norm_.backward(dbranch, dx, dx);
}

template <class Real, int N>
void DecoderBlock<Real, N>::backward_after(const Real* x, const Real* tokens, Real* dx, OutputTokens output_tokens,
                                           Workspace& work) {
  mlp_norm_.backward(dx, nullptr, dx);
  mlp_.backward(attention_norm_.output(), dx, dx, work.dense.data(), work.dhidden.data(), dx);
  attention_norm_.backward(dx, nullptr, dx);
  const Real* dy = dx;
  if (int(output_tokens.size()) < tokens_) {
    dy = work.stream.data();
    std::copy_n(dx, output_tokens.size() * width_ * N, work.stream.data());
    scatter_tokens(output_tokens, tokens_, width_ * N, dx, dx);
  }
  if (merged_) attention_.backward(tokens, dy, nullptr, nullptr, output_tokens, work.attention);
  else attention_.backward(x, dy, dx, dx, output_tokens, work.attention);
}

#define INSTANTIATE(Real, N) template class DecoderBlock<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
