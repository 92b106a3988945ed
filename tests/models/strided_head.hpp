// Heads side by side, in rows longer than a head, for the tests of both kinds of attention with a weight for every
// pair.
#pragma once

#include <algorithm>

#include "tests/models/quadratic_attention.hpp"

namespace icsweep::test {

/// All arrays that the forward and backward passes of a head read and write.
template <class Real>
struct HeadArrays {
  const Real *q, *k, *v, *dz;
  Real *z, *dq, *dk, *dv;
};

/// Copies tokens of `features` scalars to `to`, where they are `row` scalars apart.
template <class Real>
void place_rows(const AlignedVector<Real>& from, int features, Real* to, int row) {
  for (int t = 0; t < int(from.size()) / features; ++t) std::copy_n(from.data() + t * features, features, to + t * row);
}

/// Checks that `run(shape, arrays)`, a forward and a backward pass, gives the same bits if q, k, v, and likewise
/// outputs, lie side by side between the lanes of other heads. All other lanes must stay unchanged.
template <class Kind, class Run>
void expect_same_bits_side_by_side(const PairData<Kind>& in, Run&& run) {
  using Real = typename Kind::Real;
  constexpr int N = Kind::N;
  const int T = in.s.tokens, keys = in.s.keys * N, values = in.s.values * N;
  PairShape side_by_side = in.s;
  side_by_side.row = 2 * in.s.keys + in.s.values + 3, side_by_side.out_row = in.s.values + 2;
  const int row = side_by_side.row * N, out_row = side_by_side.out_row * N;
  const int q = N, k = q + keys, v = k + keys, out = N;  // their starts in a row

  auto dq = random_scalars<Real>(T * keys), dk = random_scalars<Real>(T * keys), dv = random_scalars<Real>(T * values),
       z = random_scalars<Real>(T * values), inputs = random_scalars<Real>(T * row),
       gradients = random_scalars<Real>(T * row), outputs = random_scalars<Real>(T * out_row),
       upstream = random_scalars<Real>(T * out_row);
  place_rows(in.q, keys, &inputs[q], row), place_rows(in.k, keys, &inputs[k], row);
  place_rows(in.v, values, &inputs[v], row), place_rows(in.dz, values, &upstream[out], out_row);
  place_rows(dk, keys, &gradients[k], row), place_rows(dv, values, &gradients[v], row);
  auto expected_gradients = gradients, expected_outputs = outputs;

  run(side_by_side, HeadArrays<Real>{&inputs[q], &inputs[k], &inputs[v], &upstream[out], &outputs[out], &gradients[q],
                                     &gradients[k], &gradients[v]});
  run(in.s,
      HeadArrays<Real>{in.q.data(), in.k.data(), in.v.data(), in.dz.data(), z.data(), dq.data(), dk.data(), dv.data()});
  place_rows(z, values, &expected_outputs[out], out_row), place_rows(dq, keys, &expected_gradients[q], row);
  place_rows(dk, keys, &expected_gradients[k], row), place_rows(dv, values, &expected_gradients[v], row);
  EXPECT_EQ(outputs, expected_outputs) << T;
  EXPECT_EQ(gradients, expected_gradients) << T;
}

}  // namespace icsweep::test
