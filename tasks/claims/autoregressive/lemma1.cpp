#include <vector>

#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One causal head that attends by position only: out_t = Σ_{u≤t} softmax_u(P_{t,u}) s_u, with P_{t,t−shift} = logit
/// and all other entries 0. tokens, out: d×T.
MatrixXd shifting_head(const MatrixXd& tokens, int shift, double logit) {
  MatrixXd out(tokens.rows(), tokens.cols());
  for (int t = 0; t < tokens.cols(); ++t) {
    VectorXd weight = VectorXd::Constant(t + 1, std::exp(-logit));  // divided by e^logit, which softmax ignores
    if (t >= shift) weight[t - shift] = 1;
    out.col(t) = tokens.leftCols(t + 1) * weight / weight.sum();
  }
  return out;
}

/// s_1 … s_T of one Haar context.
MatrixXd sequence(const Config& setting, int n) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length");
  RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
  const MatrixXd w = haar_orthogonal(d, random);
  MatrixXd s = MatrixXd::Constant(d, T, 1 / std::sqrt(double(d)));
  for (int t = 1; t < T; ++t) s.col(t) = w * s.col(t - 1);
  return s;
}

/// Lemma 1: two softmax heads, shifts 0 and 1, build the two blocks of e_t = (0, s_t, s_{t−1}), after a start token s_0
/// = 0. The up to T other tokens share e^{−logit} of the weight, each at distance ≤ 2 from the intended one.
Verdict with_start_token(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length");
  const double logit = setting.real("logit");
  double error = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    MatrixXd s = MatrixXd::Zero(d, T + 1);
    s.rightCols(T) = sequence(setting, n);
    const MatrixXd current = shifting_head(s, 0, logit) - s,
                   previous = shifting_head(s, 1, logit).rightCols(T) - s.leftCols(T);
    error = larger(error, largest_entry(current.colwise().norm()), largest_entry(previous.colwise().norm()));
  }
  const double eps = std::numeric_limits<double>::epsilon();
  return at_most(error, 2 * T * std::exp(-logit) + eps * (T + 10));
}

/// As printed there is no start token. The second head then sees only s_1 at t = 1, gives it weight 1 whatever P is,
/// and returns s_1 in place of s_0 = 0.
Verdict without_start_token(const Config& setting) {
  double error = std::numeric_limits<double>::infinity();
  for (int n = 0; n < setting.small_integer("samples"); ++n)
    error = smaller(error, shifting_head(sequence(setting, n), 1, setting.real("logit")).col(0).norm());
  return at_least(error, 0.99);
}

std::vector<Parameter> parameters() {
  return {dim(5), length(50), real("logit", 40.0).between(0, 700).says("positional score of the token meant"),
          samples(20), seed()};
}

}  // namespace

Claim lemma1() {
  return {"lemma1",
          "A2",
          "two softmax heads build e_t",
          "largest error of a block of e_t",
          parameters(),
          {{{"dim", 1}, {"length", 2}, {"logit", 0.0}}, {{"length", 400}, {"logit", 5.0}, {"samples", 2}}},
          with_start_token};
}

Claim lemma1_as_printed() {
  return {"lemma1-as-printed",
          "A2",
          "no start token: e_1 is wrong",
          "smallest error of e_1's second block",
          parameters(),
          {{{"dim", 1}, {"length", 2}, {"logit", 700.0}}, {{"dim", 12}, {"logit", 0.0}}},
          without_start_token};
}

}  // namespace icsweep
