// gather_lanes is a transposition for any count, whether or not it is a multiple of the register size.
#include "models/kernels/gather.hpp"

#include <gtest/gtest.h>

#include "tests/models/compare.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class Gather : public testing::Test {};
TYPED_TEST_SUITE(Gather, LaneKinds);

TYPED_TEST(Gather, PutsRowsSideBySide) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (int count = 1; count <= 70; ++count) {
    const auto values = random_scalars<Real>(N * (count + 1));
    const Real* rows[N];
    for (int n = 0; n < N; ++n) rows[n] = values.data() + n * (count + 1) + n % 2;  // unaligned
    AlignedVector<Real> lanes((count + 1) * N, Real(7));
    gather_lanes<Real, N>(count, rows, lanes.data());
    for (int i = 0; i < count; ++i)
      for (int n = 0; n < N; ++n) ASSERT_EQ(lanes[i * N + n], rows[n][i]) << "count " << count;
    for (int n = 0; n < N; ++n) ASSERT_EQ(lanes[count * N + n], Real(7)) << "wrote past the end";
  }
}

}  // namespace
}  // namespace icsweep::test
