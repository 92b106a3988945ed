// Extremes that keep NaN: std::max and std::min drop it, and a claim whose values include NaN would hold.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace icsweep {

/// The larger of the two; NaN if one is NaN.
inline double larger(double a, double b) {
  return a >= b || std::isnan(a) ? a : b;
}
template <class... More>
double larger(double a, double b, More... more) {
  return larger(larger(a, b), more...);
}

/// The smaller of the two; NaN if one is NaN.
inline double smaller(double a, double b) {
  return a <= b || std::isnan(a) ? a : b;
}

/// max |m_ij|; NaN if an entry is NaN.
template <class Derived>
double largest_entry(const Eigen::MatrixBase<Derived>& m) {
  return m.derived().cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace icsweep
