#include "models/decoder/decoder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/decoder/position_tables.hpp"

namespace icsweep {

/// Only the first block can be merged with the read-in. The last block needs the most working memory.
template <class Real, int N>
std::vector<DecoderBlock<Real, N>> Decoder<Real, N>::Body::blocks_of(const DecoderShape& s) {
  std::vector<DecoderBlock<Real, N>> blocks;
  blocks.reserve(s.depth);
  for (int l = 0; l < s.depth; ++l) blocks.emplace_back(s, l);
  return blocks;
}

template <class Real, int N>
Decoder<Real, N>::Body::Body(const DecoderShape& s)
    : embedding(s.tokens, s.inputs, s.width),
      readout(s.tokens, s.width, s.outputs),
      positions(s.adds_positions() ? s.tokens * s.width * N : 0),
      position_gradient(s.position_kind() == PositionKind::learned ? s.tokens * s.width : 0),
      stream(s.tokens * s.width * N),
      dstream(stream.size()),
      blocks(blocks_of(s)),
      work(s, blocks.back()),
      dense(std::max(embedding.scratch(), readout.scratch())) {
  if (s.block == Block::pre_norm) final_norm.emplace(s.tokens, s.width, s.norm);
  if (s.position_kind() == PositionKind::sinusoidal) spread_positions(sinusoidal_positions(s.tokens, s.width).data());
}

template <class Real, int N>
template <class Scalar>
void Decoder<Real, N>::Body::spread_positions(const Scalar* from) {
  for (std::size_t i = 0; i < positions.size(); i += N) std::fill_n(positions.data() + i, N, Real(*from++));
}

template <class Real, int N>
Real* Decoder<Real, N>::Body::take_position_gradient(Real* to) {
  accumulates_positions = false;
  return std::copy(position_gradient.begin(), position_gradient.end(), to);
}

template <class Real, int N>
Decoder<Real, N>::Decoder(const DecoderShape& s)
    : shape_(s), all_(s.tokens), output_tokens_(s.tokens), predictions_(s.tokens * s.outputs * N) {
  std::iota(all_.begin(), all_.end(), 0);
  if (!s.bare()) body_.emplace(s);
  else bare_work_.emplace(s, bare_.emplace(s, 0));
}

template <class Real, int N>
void Decoder<Real, N>::set_parameters(std::span<const Real> theta) {
  if (bare_) {
    bare_->set_parameters(theta.data(), nullptr);
    return;
  }
  const Real* from = body_->embedding.set_parameters(theta.data());
  if (body_->learns_positions()) {
    body_->spread_positions(from);
    from += body_->position_gradient.size();
  }
  for (auto& block : body_->blocks) from = block.set_parameters(from, theta.data());
  if (body_->final_norm) from = body_->final_norm->set_parameters(from);
  body_->readout.set_parameters(from);
}

template <class Real, int N>
void Decoder<Real, N>::reduce_gradient(std::span<Real> gradient) {
  if (bare_) {
    bare_->reduce_gradient(gradient.data(), nullptr);
    return;
  }
  Real* to = body_->take_position_gradient(body_->embedding.reduce_gradient(gradient.data()));
  for (auto& block : body_->blocks) to = block.reduce_gradient(to, gradient.data());
  if (body_->final_norm) to = body_->final_norm->reduce_gradient(to);
  body_->readout.reduce_gradient(to);
}

template <class Real, int N>
std::span<const Real> Decoder<Real, N>::forward(const Real* tokens, OutputTokens output_tokens) {
  output_tokens_.assign(output_tokens.begin(), output_tokens.end());
  const std::span<const Real> predictions(predictions_.data(), output_tokens.size() * shape_.outputs * N);
  if (bare_) {
    bare_->forward(tokens, nullptr, predictions_.data(), output_tokens_, *bare_work_);
    return predictions;
  }
  Body& b = *body_;
  b.embedding.forward(tokens, b.positions.empty() ? nullptr : b.positions.data(), b.stream.data());
  const Real* x = b.stream.data();
  for (int l = 0; l < shape_.depth; ++l) {
    b.blocks[l].forward(x, tokens, this->output_tokens(l), b.work);
    x = b.blocks[l].output();
  }
  if (b.final_norm) {
    b.final_norm->set_tokens(int(output_tokens.size()));
    b.final_norm->forward(x);
  }
  b.readout.set_tokens(int(output_tokens.size()));
  b.readout.forward(b.last(), nullptr, predictions_.data());
  return predictions;
}

template <class Real, int N>
void Decoder<Real, N>::backward(const Real* tokens, const Real* dpredictions) {
  if (bare_) bare_->backward(tokens, dpredictions, nullptr, nullptr, output_tokens_, *bare_work_);
  else backward_body(tokens, dpredictions);
}

template <class Real, int N>
void Decoder<Real, N>::backward_body(const Real* tokens, const Real* dpredictions) {
  Body& b = *body_;
  Real* dx = b.dstream.data();
  b.readout.backward(b.last(), dpredictions, nullptr, b.dense.data(), dx);
  if (b.final_norm) b.final_norm->backward(dx, nullptr, dx);
  for (int l = shape_.depth - 1; l >= 0; --l)
    b.blocks[l].backward(l > 0 ? b.blocks[l - 1].output() : b.stream.data(), tokens, dx, output_tokens(l), b.work);
  b.embedding.backward_weight(tokens, dx, b.dense.data());
  const bool accumulate = std::exchange(b.accumulates_positions, true);
  for (std::size_t i = 0; i < b.position_gradient.size(); ++i)
    b.position_gradient[i] =
        std::accumulate(dx + i * N, dx + (i + 1) * N, accumulate ? b.position_gradient[i] : Real(0));
}

#define INSTANTIATE(Real, N) template class Decoder<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
