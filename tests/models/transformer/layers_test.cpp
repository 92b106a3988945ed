#include "models/transformer/layers.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace icsweep {
namespace {

template <class Real>
std::vector<Real> drawn(int size) {
  std::mt19937_64 random(size);
  std::vector<Real> values(size);
  for (Real& v : values) v = Real(random() % 1000) / 250 - 2;
  return values;
}

/// Against each column alone in double precision. Real sums of D numbers below 2 round to D·2·ε.
template <class Real>
void expect_centred(int rows, int columns) {
  const std::vector<Real> before = drawn<Real>(rows * columns);
  std::vector<Real> after = before;
  centre_columns(rows, columns, after.data());
  for (int c = 0; c < columns; ++c) {
    double mean = 0;
    for (int r = 0; r < rows; ++r) mean += double(before[r * columns + c]) / rows;
    for (int r = 0; r < rows; ++r)
      EXPECT_NEAR(after[r * columns + c], before[r * columns + c] - mean,
                  rows * 2 * std::numeric_limits<Real>::epsilon())
          << rows << "x" << columns << ", row " << r << ", column " << c;
  }
}

TEST(Centre, EveryColumnHasMeanZero) {
  for (const int columns : {1, 15, 16, 17, 48}) {
    expect_centred<float>(5, columns);
    expect_centred<double>(12, columns);
  }
  expect_centred<double>(1, 3);
}

/// ⟨C a, b⟩ = ⟨a, C b⟩: a gradient returns through the same map.
TEST(Centre, IsItsOwnTranspose) {
  std::vector<double> a = drawn<double>(60), b = drawn<double>(61);
  b.resize(60);
  std::vector<double> centred_a = a, centred_b = b;
  centre_columns(6, 10, centred_a.data());
  centre_columns(6, 10, centred_b.data());
  EXPECT_NEAR(std::inner_product(centred_a.begin(), centred_a.end(), b.begin(), 0.0),
              std::inner_product(a.begin(), a.end(), centred_b.begin(), 0.0), 1e-12);
}

}  // namespace
}  // namespace icsweep
