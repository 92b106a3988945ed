#include "models/kernels/adam.hpp"

#include <cmath>

#include "models/kernels/tiles/lane.hpp"

namespace icsweep {

template <class Real>
void adam_step(const AdamSettings& a, long step, int count, const Real* gradient, Real* theta, Real* first_moment,
               Real* second_moment) {
  const Real beta1 = Real(a.beta1), beta2 = Real(a.beta2), rest1 = Real(1 - a.beta1), rest2 = Real(1 - a.beta2);
  const Real rate = Real(a.learning_rate / (1 - std::pow(a.beta1, double(step))));
  const Real root = Real(std::sqrt(1 - std::pow(a.beta2, double(step)))), epsilon = Real(a.epsilon);
  using Flat = Eigen::Array<Real, Eigen::Dynamic, 1>;
  Eigen::Map<const Flat> g(gradient, count);
  Eigen::Map<Flat> x(theta, count), m(first_moment, count), v(second_moment, count);
  m = beta1 * m + rest1 * g;
  v = beta2 * v + rest2 * g.square();
  x -= rate * m / (v.sqrt() / root + epsilon);
}

template void adam_step<float>(const AdamSettings&, long, int, const float*, float*, float*, float*);
template void adam_step<double>(const AdamSettings&, long, int, const double*, double*, double*, double*);

}  // namespace icsweep
