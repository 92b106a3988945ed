// A matrix as a list of numbers, the form of a result.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace icsweep {

/// The values of a matrix or vector, row after row.
template <class Values>
std::vector<double> row_major(const Values& values) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = values;
  return {rows.data(), rows.data() + rows.size()};
}

}  // namespace icsweep
