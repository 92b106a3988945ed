#include "models/decoder/query_key_value.hpp"

#include <algorithm>
#include <cmath>

#include "models/decoder/position_tables.hpp"

namespace icsweep {
namespace {

/// Calls f(place in the whole, place in the parts, count) for each piece of a map that is split in two. The whole block
/// holds all rows, then their biases; the parts' blocks follow each other, each with its biases.
template <class F>
void for_each_part_of_map(int rows, int first_rows, int inputs, bool biased, F&& f) {
  const int rest = rows - first_rows, second = first_rows * (inputs + biased);
  f(0, 0, first_rows * inputs);
  f(first_rows * inputs, second, rest * inputs);
  if (!biased) return;
  f(rows * inputs, first_rows * inputs, first_rows);
  f(rows * inputs + first_rows, second + rest * inputs, rest);
}

/// Only the first layer can have float32 factors where the others have not.
template <class Real, int N>
int map_scratch(const DecoderShape& s, const LinearShape& map) {
  return std::max(bfloat16_linear_scratch(map, N), wide_kernels<Real, N>(s.map_precision()).memory(map).scratch);
}

}  // namespace

template <class Real, int N>
QueryKeyValue<Real, N>::QueryKeyValue(const DecoderShape& s, bool merged, bool single)
    : tokens_(s.tokens),
      heads_(s.heads),
      head_width_(s.head_width()),
      side_(s.heads * s.head_width()),
      inputs_(s.bare() || merged ? s.inputs : s.width),
      scratch_(map_scratch<Real, N>(s, {tokens_, inputs_, 3 * side_})),
      mean_(s.mixing == Mixing::mean),
      scale_(s.bare() ? Real(1) : 1 / std::sqrt(Real(s.head_width()))),
      map_(s.tokens, inputs_, (single ? 2 : 3) * side_, !s.bare(), merged ? Precision::float32 : s.map_precision()),
      lanes_(s.tokens * (single ? 2 : 3) * side_ * N),
      queries_(single ? lanes_.size() : 0),
      parts_(single ? 3 * side_ * (inputs_ + !s.bare()) : 0) {
  if (merged) merged_.emplace(s.inputs, s.width, 3 * side_);
  if (single) query_.emplace(1, inputs_, side_, !s.bare(), merged ? Precision::float32 : s.map_precision());
  if (s.position_kind() != PositionKind::rotary) return;
  for (const double angle : rotary_angles(s.tokens, s.head_width())) {
    cosines_.push_back(Real(std::cos(angle)));
    sines_.push_back(Real(std::sin(angle)));
  }
}

template <class Real, int N>
const Real* QueryKeyValue<Real, N>::set_parameters(const Real* theta, const Real* read_in) {
  const Real* const own = merged_ ? merged_->merge(read_in, theta) : theta;
  const Real* end = own + 3 * side_ * (inputs_ + map_.biased());
  if (single()) {
    for_each_part_of_map(3 * side_, side_, inputs_, map_.biased(),
                         [&](int whole, int part, int count) { std::copy_n(own + whole, count, &parts_[part]); });
    map_.set_parameters(query_->set_parameters(parts_.data(), side_, scale_));
  } else {
    map_.set_parameters(own, side_, scale_);
  }
  return merged_ ? theta + merged_->count() : end;
}

template <class Real, int N>
Real* QueryKeyValue<Real, N>::reduce_gradient(Real* gradient, Real* read_in) {
  Real* const own = merged_ ? merged_->gradient() : gradient;
  if (single()) {
    map_.reduce_gradient(query_->reduce_gradient(parts_.data()));
    for_each_part_of_map(3 * side_, side_, inputs_, map_.biased(),
                         [&](int whole, int part, int count) { std::copy_n(&parts_[part], count, own + whole); });
  } else {
    map_.reduce_gradient(own);
  }
  if (!merged_) return gradient + 3 * side_ * (inputs_ + map_.biased());
  merged_->reduce_gradient(gradient, read_in);
  return gradient + merged_->count();
}

/// Divides the scores by the position. They are linear in the queries, so dividing the queries does it.
template <class Real, int N>
void QueryKeyValue<Real, N>::divide_by_position(int first, int count, Real* queries) const {
  for (int t = std::max(1, first); t < first + count; ++t) {
    Real* query = queries + t * row() * N;
    for (int i = 0; i < side_ * N; ++i) query[i] *= Real(1) / Real(t + 1);
  }
}

template <class Real, int N>
void QueryKeyValue<Real, N>::forward(const Real* x, OutputTokens output_tokens) {
  Real* const q = single() ? queries_.data() : lanes_.data();
  Real* const k = single() ? lanes_.data() : lanes_.data() + side_ * N;
  map_.forward(x, nullptr, lanes_.data());
  for_queries(output_tokens, [&](int first, int count) {
    if (single()) query_->forward(x + first * inputs_ * N, nullptr, q + first * row() * N);
    if (!sines_.empty()) {
      const int angles = first * head_width_ / 2;
      rotary_forward<Real, N>(rotary(count, heads_), &cosines_[angles], &sines_[angles], q + first * row() * N);
      rotary_forward<Real, N>(rotary(tokens_, heads_), cosines_.data(), sines_.data(), k);
    }
    if (mean_) divide_by_position(first, count, q);
  });
}

/// Adds to the input's gradient the terms of queries before those of keys and values, as one map does.
template <class Real, int N>
void QueryKeyValue<Real, N>::backward(const Real* x, const Real* base, Real* dx, OutputTokens output_tokens,
                                      Gradients& g) {
  Real* const dq = dqueries(g);
  for_queries(output_tokens, [&](int first, int count) {
    if (mean_) divide_by_position(first, count, dq);
    if (!sines_.empty()) {
      const int angles = first * head_width_ / 2;
      rotary_backward<Real, N>(rotary(count, heads_), &cosines_[angles], &sines_[angles], dq + first * row() * N);
      rotary_backward<Real, N>(rotary(tokens_, heads_), cosines_.data(), sines_.data(), dkeys(g));
    }
    if (!single()) return;
    query_->backward_weight(x + first * inputs_ * N, dq + first * row() * N, g.dense.data());
    if (!dx) return;
    if (!base) std::fill_n(dx, tokens_ * inputs_ * N, Real(0));
    else if (base != dx) std::copy_n(base, tokens_ * inputs_ * N, dx);
    base = dx;
    query_->backward_input(dq + first * row() * N, base + first * inputs_ * N, dx + first * inputs_ * N);
  });
  if (dx) map_.backward(x, g.lanes.data(), base, g.dense.data(), dx);
  else map_.backward_weight(x, g.lanes.data(), g.dense.data());
}

#define INSTANTIATE(Real, N) template class QueryKeyValue<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
