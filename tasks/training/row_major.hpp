// A matrix as a result's list of numbers.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace icsweep {

/// Row after row of any matrix or vector.
template <class Values>
std::vector<double> row_major(const Values& values) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = values;
  return {rows.data(), rows.data() + rows.size()};
}

}  // namespace icsweep
