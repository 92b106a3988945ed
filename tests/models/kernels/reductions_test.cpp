// The sum over lanes, the squared error and the merged head against their definitions, written as plain loops in
// double.
#include "tests/models/compare.hpp"

#include <vector>

#include "models/kernels/linear.hpp"
#include "models/kernels/merge.hpp"
#include "models/kernels/squared_error.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class Reduction : public testing::Test {};
TYPED_TEST_SUITE(Reduction, LaneKinds);

TYPED_TEST(Reduction, SumLanesIsTheSumOfEachRowOfLanesAndClearsThem) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (int count = 1; count <= largest_size; ++count) {
    const auto before = random_scalars<Real>(count * N);
    auto lanes = before, sums = random_scalars<Real>(count);
    sum_lanes<Real, N>(count, lanes.data(), sums.data());
    Deviation<Real> deviation;
    for (int p = 0; p < count; ++p) {
      Sum expected;
      for (int n = 0; n < N; ++n) expected += before[p * N + n];
      deviation.add(sums[p], expected, N);
    }
    deviation.expect_rounding_only(count);
    EXPECT_EQ(lanes, AlignedVector<Real>(count * N));
  }
}

TYPED_TEST(Reduction, SquaredErrorCountsActiveLanesOnly) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const Real factor = Real(0.3);
  for (const int tokens : token_counts)
    for (int outputs = 1; outputs <= 7; ++outputs)
      for (int active = 1; active <= N; ++active) {
        const int size = tokens * outputs * N;
        const auto y = random_scalars<Real>(size), target = random_scalars<Real>(size);
        auto dy = random_scalars<Real>(size);
        std::vector<double> error(tokens, 1.0), alone(tokens, 1.0);  // both are added to
        squared_error<Real, N>({tokens, outputs}, active, y.data(), target.data(), factor, dy.data(), error.data());
        squared_error<Real, N>({tokens, outputs}, active, y.data(), target.data(), factor, nullptr, alone.data());
        EXPECT_EQ(error, alone);
        std::vector<Sum> expected(tokens, Sum{1.0, 1.0});
        Deviation<Real> deviation;
        for (int at = 0; at < size; ++at) {
          const double difference = at % N < active ? double(y[at]) - double(target[at]) : 0;
          expected[at / N / outputs] += difference * difference;
          deviation.add(dy[at], Sum{} += 2 * double(factor) * difference, 3);
        }
        for (int t = 0; t < tokens; ++t) deviation.add(Real(error[t]), expected[t], outputs + N + 3);
        deviation.expect_rounding_only(tokens, outputs, active);
      }
}

template <class Real>
void expect_merged_by_definition(int width, int features) {
  const int D = width, K = features + 1;
  const auto head = random_scalars<Real>(4 * D * D + 3 * D);
  // Column k of W̃ for part 0 query, 1 key, 2 value: the last `features` columns of W, then the bias.
  const auto column = [&](int part, int row, int k) {
    return double(k < features ? head[(part * D + row) * D + D - features + k] : head[3 * D * D + part * D + row]);
  };
  AlignedVector<Real> a(K * K), b(D * K), scratch(MergeShape{width, features}.scratch());
  merge_head<Real>({width, features}, head.data(), scratch.data(), a.data(), b.data());
  Deviation<Real> deviation;
  for (int at = 0; at < K * K; ++at) {
    Sum expected;
    for (int i = 0; i < D; ++i) expected += column(1, i, at / K) * column(0, i, at % K) / std::sqrt(double(D));
    deviation.add(a[at], expected, D + 3);
  }
  for (int at = 0; at < D * K; ++at) {
    Sum expected;
    for (int i = 0; i < D; ++i) expected += double(head[3 * D * D + 3 * D + at / K * D + i]) * column(2, i, at % K);
    deviation.add(b[at], expected, D);
  }
  deviation.expect_rounding_only(width, features);
}

TEST(MergedHead, MatchesDefinition) {
  for (int width = 1; width <= largest_size; ++width)
    for (int features = 1; features <= width; ++features) {
      expect_merged_by_definition<float>(width, features);
      expect_merged_by_definition<double>(width, features);
    }
}

}  // namespace
}  // namespace icsweep::test
