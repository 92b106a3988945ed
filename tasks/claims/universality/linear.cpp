#include <Eigen/Dense>

#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;

/// Theorem 2's closed form: W_t − W = −M^t W^{1−t}, M = W(I − xxᵀ), x = x_1, with W_t of eq 9. By W_t x_t = x_{t+1} and
/// Prop 3 then u*_t − x_{t+1} = −M^{t−1} W x.
Verdict linear_closed_form(const Config& setting) {
  double distance = 0;
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const RecursiveSequence sequence = sequence_of(setting, i, setting.small_integer("length") + 1);
    const auto& [x, w, period] = sequence;
    const MatrixXd m = contraction(sequence.w, sequence.tokens.row(0));
    const CausalDescent descent(Kernel::id, x);
    const Tokens mu = dual_variables(Kernel::id, x), error = descent.limit() - descent.next();
    MatrixXd estimate = MatrixXd::Zero(w.rows(), w.rows()), power = m,
             turned_back = MatrixXd::Identity(w.rows(), w.rows());
    Eigen::VectorXd decaying = x.row(1);
    for (int t = 0; t < mu.rows(); ++t) {
      estimate += mu.row(t).transpose() * x.row(t);
      distance = larger(distance, largest_entry(estimate - w + power * turned_back),
                        largest_entry(error.row(t).transpose() + decaying));
      power = m * power;
      turned_back = turned_back * w.transpose();
      decaying = m * decaying;
    }
  }
  return at_most(distance, 1e-10);
}

/// Largest relative distance between ‖u*_t − x_{t+1}‖ and ‖M^{t−1} W x‖ while the latter is above 1e-6.
double distance_of_errors(const RecursiveSequence& sequence) {
  const CausalDescent descent(Kernel::id, sequence.tokens);
  const Tokens error = descent.limit() - descent.next();
  const MatrixXd m = contraction(sequence.w, sequence.tokens.row(0));
  Eigen::VectorXd decaying = sequence.tokens.row(1);
  double distance = 0;
  for (int t = 0; t < error.rows() && decaying.norm() > 1e-6; ++t, decaying = (m * decaying).eval())
    distance = larger(distance, std::abs(error.row(t).norm() / decaying.norm() - 1));
  return distance;
}

/// Theorem 2: ‖u*_t − x_{t+1}‖² = ‖M^{t−1} W x‖², which the first tokens show, falls as ρ(M)^{2t}. The slope is taken
/// where the error has fallen by e^500 and more, far below rounding of u*. There the oscillation of complex eigenvalues
/// changes the slope by a few hundredths at most.
Verdict rate(const Config& setting) {
  double distance = 0;
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const RecursiveSequence sequence = sequence_of(setting, i, 101);
    const double expected = std::log(linear_radius(sequence.w, sequence.tokens.row(0)));
    const double slope = power_slope(contraction(sequence.w, sequence.tokens.row(0)),
                                     sequence.tokens.row(1).transpose(), -500 / expected, sequence.w.rows());
    distance = larger(distance, std::abs(slope / expected - 1), distance_of_errors(sequence));
  }
  return at_most(distance, 0.05);
}

}  // namespace

Claim universality_theorem2() {
  return {"universality-theorem2",
          "U5",
          "W_t - W = -M^t W^(1-t)",
          "largest distance of the two sides, or of u*_t - x_{t+1} from -M^(t-1) W x_1",
          {dim(5), length(100), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 12}, {"length", 400}, {"samples", 2}, {"seed", 9}}},
          linear_closed_form};
}

Claim universality_theorem2_rate() {
  return {"universality-theorem2-rate",
          "U5",
          "error falls by rho(M)^2",
          "largest relative distance of the late log-slope from 2 ln rho",
          {dim(15, 2), samples(20), seed()},
          {{{"dim", 2}, {"samples", 300}}, {{"dim", 50}, {"samples", 3}}},
          rate};
}

}  // namespace icsweep
