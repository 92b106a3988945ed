#include "tasks/text/roll_out.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <vector>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {
namespace {

/// Coordinates of s_1 … s_T, as columns, in an orthonormal basis of their span: the triangle R of V = QR, where V has
/// each distinct vector once. Equal tokens have equal bits.
Eigen::MatrixXd coordinates(const Embeddings& embeddings, std::span<const int> sequence) {
  std::vector<int> distinct;
  std::vector<Eigen::Index> place;
  for (const int token : sequence) {
    const auto found = std::find(distinct.begin(), distinct.end(), token);
    place.push_back(found - distinct.begin());
    if (found == distinct.end()) distinct.push_back(token);
  }
  return triangular_factor(embeddings(Eigen::all, distinct))(Eigen::all, place);
}

}  // namespace

double roll_out_mse(const Embeddings& embeddings, std::span<const int> sequence) {
  const Eigen::MatrixXd s = coordinates(embeddings, sequence);
  const Eigen::Index steps = s.cols() - 1;
  const Eigen::MatrixXd W =
      s.leftCols(steps).transpose().completeOrthogonalDecomposition().solve(s.rightCols(steps).transpose()).transpose();
  Eigen::VectorXd state = s.col(0);
  double sum = 0;
  for (Eigen::Index t = 1; t <= steps; ++t) {
    state = W * state;
    sum += (state - s.col(t)).squaredNorm();
  }
  return sum / double(steps * embeddings.rows());
}

bool contradicts_itself(std::span<const int> s) {
  for (std::size_t j = 1; j + 1 < s.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (s[i] == s[j] && s[i + 1] != s[j + 1]) return true;
  return false;
}

}  // namespace icsweep
