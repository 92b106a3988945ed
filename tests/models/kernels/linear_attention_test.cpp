// Linear attention against the quadratic sums that the running state replaces, in double, at every size up to beyond
// the widest register tile.
#include "tests/models/compare.hpp"

#include <vector>

#include "models/kernels/linear_attention.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class LinearAttention : public testing::Test {};
TYPED_TEST_SUITE(LinearAttention, LaneKinds);

/// ⟨a_t, b_u⟩ in lane n.
template <class Real>
Sum inner(const AlignedVector<Real>& a, int t, const AlignedVector<Real>& b, int u, int K, int N, int n) {
  Sum sum;
  for (int k = 0; k < K; ++k) sum += double(a[(t * K + k) * N + n]) * double(b[(u * K + k) * N + n]);
  return sum;
}

/// out_t = Σ_{t'≤t} ⟨x_t', in_t⟩ x_t' in all lanes: the forward pass and the query's gradient.
template <class Real>
std::vector<Sum> attend(const AttentionShape& s, int N, const AlignedVector<Real>& x, const AlignedVector<Real>& in) {
  const int K = s.features;
  std::vector<Sum> out(s.tokens * K * N);
  for (int t = 0; t < s.tokens; ++t)
    for (int u = 0; u <= t; ++u)
      for (int n = 0; n < N; ++n) {
        const Sum score = inner(x, u, in, t, K, N, n);
        for (int k = 0; k < K; ++k) out[(t * K + k) * N + n] += double(x[(u * K + k) * N + n]) * score;
      }
  return out;
}

/// Adds Σ_{t'≥t} (⟨a_t', x_t⟩ b_t' + ⟨b_t', x_t⟩ a_t') to out_t: the tokens' gradient, with a = dz and b = q.
template <class Real>
void add_token_gradient(const AttentionShape& s, int N, const AlignedVector<Real>& x, const AlignedVector<Real>& a,
                        const AlignedVector<Real>& b, std::vector<Sum>& out) {
  const int K = s.features;
  for (int t = 0; t < s.tokens; ++t)
    for (int u = t; u < s.tokens; ++u)
      for (int n = 0; n < N; ++n) {
        const Sum with_a = inner(a, u, x, t, K, N, n), with_b = inner(b, u, x, t, K, N, n);
        for (int k = 0; k < K; ++k) {
          out[(t * K + k) * N + n] += double(b[(u * K + k) * N + n]) * with_a;
          out[(t * K + k) * N + n] += double(a[(u * K + k) * N + n]) * with_b;
        }
      }
}

TYPED_TEST(LinearAttention, ForwardMatchesQuadraticSum) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const int tokens : token_counts)
    for (int features = 1; features <= largest_size; ++features) {
      const AttentionShape s{tokens, features};
      const int size = tokens * features * N;
      const auto x = random_scalars<Real>(size), q = random_scalars<Real>(size);
      auto z = random_scalars<Real>(size), scratch = random_scalars<Real>(s.scratch(N));
      linear_attention_forward<Real, N>(s, x.data(), q.data(), scratch.data(), z.data());
      const auto expected = attend<Real>(s, N, x, q);
      Deviation<Real> deviation;
      for (int at = 0; at < size; ++at) deviation.add(z[at], expected[at], tokens + features + 2);
      deviation.expect_rounding_only(tokens, features);
    }
}

TYPED_TEST(LinearAttention, BackwardMatchesQuadraticSum) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const int tokens : token_counts)
    for (int features = 1; features <= largest_size; ++features) {
      const AttentionShape s{tokens, features};
      const int size = tokens * features * N;
      const auto x = random_scalars<Real>(size), q = random_scalars<Real>(size), dz = random_scalars<Real>(size),
                 before = random_scalars<Real>(size);
      auto dx = before, dq = random_scalars<Real>(size), dq_alone = dq, scratch = random_scalars<Real>(s.scratch(N));
      linear_attention_backward<Real, N>(s, x.data(), q.data(), dz.data(), scratch.data(), dq.data(), dx.data());
      linear_attention_backward<Real, N>(s, x.data(), q.data(), dz.data(), scratch.data(), dq_alone.data(), nullptr);
      EXPECT_EQ(dq, dq_alone);
      const auto expected_dq = attend(s, N, x, dz);
      std::vector<Sum> expected_dx(size);
      for (int at = 0; at < size; ++at) expected_dx[at] += before[at];
      add_token_gradient(s, N, x, dz, q, expected_dx);
      Deviation<Real> deviation;
      for (int at = 0; at < size; ++at) {
        deviation.add(dq[at], expected_dq[at], tokens + features + 2);
        deviation.add(dx[at], expected_dx[at], 2 * tokens + features + 4);
      }
      deviation.expect_rounding_only(tokens, features);
    }
}

}  // namespace
}  // namespace icsweep::test
