// Unit-norm embeddings of the tokens in use.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <span>

#include "io/arrays/array_file.hpp"

namespace icsweep {

/// Column i is the embedding of tokens[i]: d×n.
using Embeddings = Eigen::MatrixXd;
using Poll = std::function<void()>;  ///< called from time to time by long loops

/// Embeddings uniform on the sphere. A token's vector depends only on the seed and its id.
Embeddings random_embeddings(std::span<const int> tokens, int dim, std::int64_t seed, const Poll& poll = {});

/// Rows of a table, vocabulary × d, divided by their norms. Throws Error(config) if a row is zero or not finite.
Embeddings load_embeddings(std::span<const int> tokens, const ArrayFile& table, const std::string& path,
                           const Poll& poll = {});

}  // namespace icsweep
