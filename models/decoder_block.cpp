#include "models/decoder_block.hpp"

namespace icsweep {

template <class Real, int N>
DecoderBlock<Real, N>::DecoderBlock(const DecoderShape& s)
    : before_(s.block == Block::pre_norm),
      attention_norm_(s.tokens, s.width),
      mlp_norm_(s.tokens, s.width),
      attention_(s),
      mlp_(s.tokens, s.width, s.hidden(),
           before_ ? DenseFeedForward<Real, N>::Activation::gelu : DenseFeedForward<Real, N>::Activation::relu),
      middle_(before_ ? s.tokens * s.width * N : 0),
      output_(middle_.size()) {}

template <class Real, int N>
DecoderBlock<Real, N>::Workspace::Workspace(const DecoderShape& s, const DecoderBlock& block)
    : attention(s, block.attention_),
      dense(block.mlp_.scratch()),
      dhidden(s.tokens * s.hidden() * N),
      stream(s.tokens * s.width * N) {}

template <class Real, int N>
const Real* DecoderBlock<Real, N>::set_parameters(const Real* theta) {
  if (before_) theta = attention_.set_parameters(attention_norm_.set_parameters(theta));
  else theta = attention_norm_.set_parameters(attention_.set_parameters(theta));
  return before_ ? mlp_.set_parameters(mlp_norm_.set_parameters(theta))
                 : mlp_norm_.set_parameters(mlp_.set_parameters(theta));
}

template <class Real, int N>
Real* DecoderBlock<Real, N>::take_gradient(Real* to) {
  if (before_) to = attention_.take_gradient(attention_norm_.take_gradient(to));
  else to = attention_norm_.take_gradient(attention_.take_gradient(to));
  return before_ ? mlp_.take_gradient(mlp_norm_.take_gradient(to)) : mlp_norm_.take_gradient(mlp_.take_gradient(to));
}

template <class Real, int N>
void DecoderBlock<Real, N>::forward(const Real* x, Workspace& work) {
  if (before_) {
    attention_norm_.forward(x);
    attention_.forward(attention_norm_.output(), x, middle_.data(), work.attention);
    mlp_norm_.forward(middle_.data());
    mlp_.forward(mlp_norm_.output(), middle_.data(), output_.data());
  } else {
    attention_.forward(x, x, work.stream.data(), work.attention);
    attention_norm_.forward(work.stream.data());
    mlp_.forward(attention_norm_.output(), attention_norm_.output(), work.stream.data());
    mlp_norm_.forward(work.stream.data());
  }
}

template <class Real, int N>
void DecoderBlock<Real, N>::backward(const Real* x, Real* dx, Workspace& work) {
  Real *dense = work.dense.data(), *dhidden = work.dhidden.data(), *dbranch = work.stream.data();
  if (before_) {
    mlp_.backward(mlp_norm_.output(), dx, nullptr, dense, dhidden, dbranch);
    mlp_norm_.backward(dbranch, dx, dx);
    attention_.backward(attention_norm_.output(), dx, nullptr, dbranch, work.attention);
    attention_norm_.backward(dbranch, dx, dx);
  } else {
    mlp_norm_.backward(dx, nullptr, dx);
    mlp_.backward(attention_norm_.output(), dx, dx, dense, dhidden, dx);
    attention_norm_.backward(dx, nullptr, dx);
    attention_.backward(x, dx, dx, dx, work.attention);
  }
}

#define INSTANTIATE(Real, N) template class DecoderBlock<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
