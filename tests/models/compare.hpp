// Tools of the numeric tests: kinds of lanes, random data, sums that know their worst-case rounding error, and finite
// differences.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "models/aligned.hpp"
#include "models/kernels/api.hpp"

namespace icsweep::test {

template <class Scalar, int lanes>
struct LaneKind {
  using Real = Scalar;
  static constexpr int N = lanes;
};
using LaneKinds = testing::Types<LaneKind<float, 16>, LaneKind<float, 8>, LaneKind<double, 1>>;

/// Numbers of tokens and sizes of vectors at which every edge of every register tile occurs.
inline constexpr int token_counts[] = {1, 2, 3, 7, 50}, largest_size = 19;

/// `count` scalars uniform on (low, high), different at every call within a test, and the same in any order of tests.
template <class Real>
AlignedVector<Real> random_scalars(int count, double low = -1, double high = 1) {
  static std::mt19937_64 engine;
  static const testing::TestInfo* test = nullptr;
  if (test != testing::UnitTest::GetInstance()->current_test_info()) engine.seed(1);
  test = testing::UnitTest::GetInstance()->current_test_info();
  AlignedVector<Real> values(count);
  for (Real& value : values) value = Real(std::uniform_real_distribution<double>(low, high)(engine));
  return values;
}

/// A sum in double together with the sum of its terms' absolute values.
struct Sum {
  double value = 0, magnitude = 0;

  Sum& operator+=(double term) { return *this += Sum{term, std::abs(term)}; }
  Sum& operator+=(const Sum& other) {
    value += other.value;
    magnitude += other.magnitude;
    return *this;
  }
  friend Sum operator*(double factor, const Sum& s) { return {factor * s.value, std::abs(factor) * s.magnitude}; }
  friend Sum operator*(const Sum& a, const Sum& b) { return {a.value * b.value, a.magnitude * b.magnitude}; }
};

/// Largest difference between computed and expected values, in units of the largest possible rounding error. A value
/// with r roundings, in any order of summation, is off by at most r·ε/2 times the magnitude of its terms. The other
/// half of ε leaves room for the expected value's own rounding.
template <class Real>
class Deviation {
 public:
  void add(Real computed, const Sum& expected, int roundings) {
    const double error = std::abs(double(computed) - expected.value);
    const double bound = roundings * double(std::numeric_limits<Real>::epsilon()) * expected.magnitude;
    if (!(error <= bound)) exceeded_ = true;
    if (bound > 0) worst_ = std::max(worst_, error / bound);
  }
  /// Checks all sums added so far; `what` is printed on a failure.
  template <class... What>
  void expect_rounding_only(const What&... what) const {
    if (!exceeded_) return;
    std::string text;
    ((text += " " + std::to_string(what)), ...);
    ADD_FAILURE() << "off by " << worst_ << " times the rounding bound, shape" << text;
  }

 private:
  bool exceeded_ = false;
  double worst_ = 0;
};

/// df/dx by the four-point central difference: exact for polynomials of degree 4, else off by step⁴·f⁗′/30. Rounding
/// adds about ε·|f|/step.
template <class F>
double derivative(double& x, double step, F&& f) {
  const double at = x;
  const auto value = [&](double shift) {
    x = at + shift;
    return f();
  };
  const double near = value(step) - value(-step), far = value(2 * step) - value(-2 * step);
  x = at;
  return (8 * near - far) / (12 * step);
}

/// ‖a − b‖/‖b‖
template <class A, class B>
double relative_distance(const A& a, const B& b) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < std::size_t(std::size(b)); ++i) {
    difference += (double(a[i]) - double(b[i])) * (double(a[i]) - double(b[i]));
    norm += double(b[i]) * double(b[i]);
  }
  return std::sqrt(difference / norm);
}

template <class A, class B>
double dot(const A& a, const B& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double(a[i]) * double(b[i]);
  return sum;
}

}  // namespace icsweep::test
