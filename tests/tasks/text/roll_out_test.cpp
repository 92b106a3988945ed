#include "tasks/text/roll_out.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <numeric>

#include "io/arrays/array_file.hpp"
#include "io/base/error.hpp"
#include "tasks/algebra/decompositions.hpp"
#include "tasks/random.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

Embeddings embeddings(int tokens, int dim) {
  std::vector<int> ids(tokens);
  std::iota(ids.begin(), ids.end(), 0);
  return random_embeddings(ids, dim, 7);
}

std::vector<int> random_sequence(RandomStream& random, int length, int alphabet) {
  std::vector<int> sequence(length);
  for (int& token : sequence) token = int(random.below(std::uint64_t(alphabet)));
  return sequence;
}

/// The definition, with W of d×d by the pseudo-inverse.
double reference_mse(const Embeddings& e, const std::vector<int>& sequence) {
  const Eigen::MatrixXd s = e(Eigen::all, sequence), x = s.leftCols(s.cols() - 1), y = s.rightCols(s.cols() - 1);
  const auto [u, v, values, rank] = singular_value_decomposition(x);
  const Eigen::VectorXd inverse = (values.array() > 1e-10 * values[0]).select(values.cwiseInverse(), 0);
  const Eigen::MatrixXd W = y * (v * inverse.asDiagonal() * u.transpose());
  Eigen::MatrixXd rolled(s.rows(), y.cols());
  Eigen::VectorXd state = s.col(0);
  for (Eigen::Index t = 0; t < y.cols(); ++t) rolled.col(t) = state = W * state;
  return (rolled - y).array().square().mean();
}

TEST(RollOut, EqualsTheFullMatrixInEveryDimension) {
  RandomStream random(1, Purpose::check, 0);
  for (const int dim : {2, 3, 5, 8, 40})
    for (int n = 0; n < 200; ++n) {
      const auto sequence = random_sequence(random, 2 + n % 6, 2 + n % 5);
      const Embeddings e = embeddings(7, dim);
      const double expected = reference_mse(e, sequence), mse = roll_out_mse(e, sequence);
      if (expected < 1e-20) EXPECT_LT(mse, 1e-24);
      else EXPECT_NEAR(mse / expected, 1, 1e-8) << dim << " " << testing::PrintToString(sequence);
    }
}

TEST(RollOut, IsRoundingOrOfOrderOneOverDimAndThenTheSequenceContradictsItself) {
  RandomStream random(2, Purpose::check, 0);
  const Embeddings e = embeddings(6, 64);
  int contradictions = 0;
  for (int n = 0; n < 5000; ++n) {
    const auto sequence = random_sequence(random, 2 + n % 7, 2 + n % 5);
    const double mse = roll_out_mse(e, sequence);
    contradictions += contradicts_itself(sequence);
    if (contradicts_itself(sequence)) EXPECT_GT(mse, 1e-3 / 64) << testing::PrintToString(sequence);
    else EXPECT_LT(mse, 1e-28) << testing::PrintToString(sequence);
  }
  EXPECT_GT(contradictions, 1000);
  EXPECT_LT(contradictions, 4000);
}

TEST(RollOut, OneBranchHasTheErrorOfItsTwoHalves) {
  // a b a c: W a = (b + c)/2 and W b = a. With orthonormal a, b, c the roll-out is a, (b+c)/2, a/2, (b+c)/4.
  const Embeddings e = Embeddings::Identity(5, 3);
  EXPECT_NEAR(roll_out_mse(e, std::vector<int>{0, 1, 0, 2}), (0.5 + 0.25 + 0.0625 + 0.5625) / 15, 1e-15);
}

TEST(ContradictsItself, LooksAtSuccessorsOfEqualTokensOnly) {
  const auto contradicts = [](std::vector<int> s) { return contradicts_itself(s); };
  EXPECT_FALSE(contradicts({1, 2, 3, 4, 5}));
  EXPECT_FALSE(contradicts({1, 2, 1, 2, 1}));
  EXPECT_FALSE(contradicts({1, 2, 3, 4, 1}));  // the last one has no successor
  EXPECT_FALSE(contradicts({1, 1, 1, 1, 1}));
  EXPECT_TRUE(contradicts({1, 2, 3, 1, 4}));
  EXPECT_TRUE(contradicts({1, 1, 1, 1, 2}));
  EXPECT_TRUE(contradicts({1, 1, 2, 3, 4}));
}

TEST(RandomEmbeddings, AreUnitVectorsThatDependOnTheIdAlone) {
  const Embeddings few = random_embeddings(std::vector<int>{9, 4}, 50, 3),
                   one = random_embeddings(std::vector<int>{4}, 50, 3);
  EXPECT_EQ(few.col(1), one.col(0));
  EXPECT_NEAR(few.col(0).norm(), 1, 1e-15);
  EXPECT_LT(std::abs(few.col(0).dot(few.col(1))), 0.7);
  EXPECT_NE(one, random_embeddings(std::vector<int>{4}, 50, 4));
}

TEST(LoadedEmbeddings, AreRowsDividedByTheirNorms) {
  const TemporaryFolder folder;
  const std::string path = folder.file("e.npy");
  write_npy(path, {3, 2}, std::vector<double>{3, 4, 0, 0, 0, -2});
  const ArrayFile table(path);
  const Embeddings e = load_embeddings(std::vector<int>{2, 0}, table, path);
  EXPECT_TRUE(e.isApprox((Embeddings(2, 2) << 0, 0.6, -1, 0.8).finished()));
  EXPECT_THROW(load_embeddings(std::vector<int>{1}, table, path), Error);
}

}  // namespace
}  // namespace icsweep
