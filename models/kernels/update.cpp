#include "models/kernels/update.hpp"

#include "models/kernels/tiles/lane.hpp"

namespace icsweep {
namespace {

template <class Real>
using Flat = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;

template <class Real>
void sgd_step(const UpdateSettings& s, const Flat<Real>& g, Flat<Real>& x, Flat<Real>& m) {
  m = Real(s.momentum) * m + g;
  x -= Real(s.adam.learning_rate) * m;
}

template <class Real>
void lion_step(const AdamSettings& a, const Flat<Real>& g, Flat<Real>& x, Flat<Real>& m) {
  x -= Real(a.learning_rate) * (Real(a.beta1) * m + Real(1 - a.beta1) * g).sign();
  m = Real(a.beta2) * m + Real(1 - a.beta2) * g;
}

}  // namespace

template <class Real>
void update_step(const UpdateSettings& s, long step, int count, Real* gradient, Real* theta, Real* first_moment,
                 Real* second_moment) {
  Flat<Real> g(gradient, count), x(theta, count), m(first_moment, count);
  const bool of_loss = s.rule == UpdateRule::adam || s.rule == UpdateRule::sgd;
  if (s.weight_decay != 0) {
    if (of_loss) g += Real(s.weight_decay) * x;
    else x *= Real(1 - s.adam.learning_rate * s.weight_decay);
  }
  if (s.rule == UpdateRule::sgd) sgd_step(s, g, x, m);
  else if (s.rule == UpdateRule::lion) lion_step(s.adam, g, x, m);
  else adam_step(s.adam, step, count, gradient, theta, first_moment, second_moment);
}

template <class Real>
double squared_norm(int count, const Real* gradient) {
  return Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>(gradient, count)
      .template cast<double>()
      .square()
      .sum();
}

#define INSTANTIATE(Real)                                                                        \
  template void update_step<Real>(const UpdateSettings&, long, int, Real*, Real*, Real*, Real*); \
  template double squared_norm<Real>(int, const Real*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace icsweep
