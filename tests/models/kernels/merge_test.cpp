// Merged heads of tokens that hold their features several times, and merged scores alone, against the definition.
#include "models/kernels/merge.hpp"

#include <vector>

#include "tests/models/compare.hpp"

namespace icsweep::test {
namespace {

/// A head of random parameters in PyTorch's layout, and its outputs for tokens of D numbers.
template <class Real>
struct Head {
  explicit Head(const MergeShape& shape) : s(shape), parameters(random_scalars<Real>(4 * D * D + 3 * D)) {}

  const Real* biases() const { return parameters.data() + 3 * D * D; }
  /// Projection `part` (0 query, 1 key, 2 value) of a token.
  std::vector<Sum> project(int part, const std::vector<double>& token) const {
    std::vector<Sum> out(D);
    for (int i = 0; i < D; ++i) {
      out[i] += double(biases()[part * D + i]);
      for (int j = 0; j < D; ++j) out[i] += double(parameters[(part * D + i) * D + j]) * token[j];
    }
    return out;
  }
  /// ⟨query of a, key of b⟩/√D
  Sum score(const std::vector<double>& a, const std::vector<double>& b) const {
    const auto query = project(0, a), key = project(1, b);
    Sum sum;
    for (int i = 0; i < D; ++i) sum += 1 / std::sqrt(double(D)) * (query[i] * key[i]);
    return sum;
  }
  /// Row i of W_O · value of a token.
  Sum output(int i, const std::vector<double>& token) const {
    const auto value = project(2, token);
    Sum sum;
    for (int j = 0; j < D; ++j) sum += double(biases()[3 * D + i * D + j]) * value[j];
    return sum;
  }

  MergeShape s;
  int D = s.width;
  AlignedVector<Real> parameters;
};

/// The features of a token followed by a 1, and the D numbers that they mean: zeros, then copies of the features.
struct Token {
  explicit Token(const MergeShape& s) : features(s.features), complete(s.width) {
    for (double& x : features) x = random_scalars<float>(1)[0];
    for (int copy = 0; copy < s.copies; ++copy)
      std::copy(features.begin(), features.end(), complete.end() - (copy + 1) * s.features);
    features.push_back(1);
  }
  std::vector<double> features, complete;
};

template <class F>
void for_each_copied_shape(F&& f) {
  for (const int features : {1, 2, 5, 9})
    for (const int copies : {1, 2, 3})
      for (const int zeros : {0, 1, 4}) f(MergeShape{features * copies + zeros, features, copies});
}

template <class Real>
void expect_duplicated_tokens(const MergeShape& s) {
  const int K = s.features + 1;
  const Head<Real> head(s);
  const Token one(s), two(s);
  AlignedVector<Real> a(K * K), b(s.width * K), scratch(s.scratch());
  merge_head<Real>(s, head.parameters.data(), scratch.data(), a.data(), b.data());
  double score = 0;  // ⟨A x, x'⟩
  for (int at = 0; at < K * K; ++at) score += two.features[at / K] * double(a[at]) * one.features[at % K];
  // Scalars are compared in double: only a and b were rounded to Real, once for every term of their sums.
  const int roundings = 2 * s.copies + s.width + 4;
  const auto off = [&](double computed, const Sum& expected) {
    return std::abs(computed - expected.value) /
           (roundings * double(std::numeric_limits<Real>::epsilon()) * expected.magnitude);
  };
  EXPECT_LE(off(score, head.score(one.complete, two.complete)), 1) << s.width << " " << s.copies;
  for (int i = 0; i < s.width; ++i) {
    double output = 0;  // (B x)_i
    for (int k = 0; k < K; ++k) output += double(b[i * K + k]) * one.features[k];
    EXPECT_LE(off(output, head.output(i, one.complete)), 1) << s.width << " " << s.copies;
  }
}

TEST(MergedHead, CopiesStandForDuplicatedTokens) {
  for_each_copied_shape([](const MergeShape& s) {
    expect_duplicated_tokens<float>(s);
    expect_duplicated_tokens<double>(s);
  });
}

TEST(MergedScores, AreThoseOfTheHead) {
  for_each_copied_shape([](const MergeShape& s) {
    const int K = s.features + 1;
    const Head<float> head(s);
    AlignedVector<float> a(K * K), alone(K * K), b(s.width * K), scratch(s.scratch());
    merge_head<float>(s, head.parameters.data(), scratch.data(), a.data(), b.data());
    merge_scores<float>(s, head.parameters.data(), head.biases(), scratch.data(), alone.data());
    EXPECT_EQ(a, alone);
  });
}

// The head's own gradient from dA alone (dB = 0), added to earlier values.
TEST(MergedScores, BackwardAddsTheHeadsGradient) {
  for_each_copied_shape([](const MergeShape& s) {
    const int K = s.features + 1, weights = 2 * s.width * s.width, biases = 2 * s.width;
    const Head<double> head(s);
    const auto da = random_scalars<double>(K * K), weights_before = random_scalars<double>(weights),
               biases_before = random_scalars<double>(biases);
    AlignedVector<double> db(s.width * K), dhead(head.parameters.size()), scratch(s.scratch());
    auto dweights = weights_before, dbiases = biases_before;
    merge_head_backward<double>(s, head.parameters.data(), da.data(), db.data(), scratch.data(), dhead.data());
    merge_scores_backward<double>(s, head.parameters.data(), head.biases(), da.data(), scratch.data(), dweights.data(),
                                  dbiases.data());
    const double* head_biases = dhead.data() + 3 * s.width * s.width;  // behind three D×D weights
    for (int i = 0; i < weights; ++i) EXPECT_NEAR(dweights[i], weights_before[i] + dhead[i], 1e-13);
    for (int i = 0; i < biases; ++i) EXPECT_NEAR(dbiases[i], biases_before[i] + head_biases[i], 1e-13);
  });
}

}  // namespace
}  // namespace icsweep::test
