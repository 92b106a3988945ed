#include "tasks/text/embeddings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/base/error.hpp"
#include "tasks/random.hpp"

namespace icsweep {

Embeddings random_embeddings(std::span<const int> tokens, int dim, std::int64_t seed, const Poll& poll) {
  Embeddings embeddings(dim, Eigen::Index(tokens.size()));
  for (Eigen::Index i = 0; i < embeddings.cols(); ++i) {
    RandomStream random(seed, Purpose::embeddings, std::uint64_t(tokens[std::size_t(i)]));
    for (double& x : embeddings.col(i)) x = random.normal();
    embeddings.col(i).normalize();
    if (poll) poll();
  }
  return embeddings;
}

Embeddings load_embeddings(std::span<const int> tokens, const ArrayFile& table, const std::string& path,
                           const Poll& poll) {
  Embeddings embeddings(Eigen::Index(table.row_size()), Eigen::Index(tokens.size()));
  for (Eigen::Index i = 0; i < embeddings.cols(); ++i) {
    auto column = embeddings.col(i);
    const int token = tokens[std::size_t(i)];
    table.row(std::size_t(token), {column.data(), table.row_size()});
    const double norm = column.stableNorm();
    if (!std::isfinite(norm) || norm == 0)
      throw Error(ErrorKind::config,
                  fmt::format("{}: row {} has norm {} and no direction, take another embedding", path, token, norm));
    column /= norm;
    if (poll) poll();
  }
  return embeddings;
}

}  // namespace icsweep
