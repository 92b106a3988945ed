#include <Eigen/Core>

#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"
#include "tasks/random.hpp"

namespace icsweep {
namespace {

using Point = Eigen::Vector3d;  // a, b, p

/// The flow −∇(pab − 1)² in the time τ = 2∫(a²b² + b²p² + p²a²)dt, in which pab − 1 decays as e^{−τ}: the same orbits,
/// without the stiffness of large parameters.
Point velocity(const Point& x) {
  const Point slope(x[1] * x[2], x[0] * x[2], x[0] * x[1]);  // ∇(pab)
  return -(x.prod() - 1) * slope / slope.squaredNorm();
}

/// Classical Runge-Kutta with steps in which no parameter changes by more than a 500th.
Point flow(Point x, double duration) {
  for (double tau = 0; tau < duration;) {
    const Point k1 = velocity(x);
    const double h = 0.002 / (1 + (k1.array() / x.array()).abs().maxCoeff());
    const Point k2 = velocity(x + h / 2 * k1), k3 = velocity(x + h / 2 * k2), k4 = velocity(x + h * k3);
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    tau += h;
  }
  return x;
}

/// Prop 5: from any start with |pab − 1| < 1 the flow reaches pab = 1. It conserves a² − b² and b² − p², since
/// d(a²)/dt = d(b²)/dt = d(p²)/dt = −4(pab − 1)pab.
Verdict reaches_minimum(const Config& setting) {
  double worst = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    Point start;
    do {
      for (double& x : start) x = 1.5 * random.normal();
    } while (!(std::abs(start.prod() - 1) < 1));
    const Point end = flow(start, 30);
    const Point change = end.cwiseAbs2() - start.cwiseAbs2();
    const double scale = std::max(1.0, start.squaredNorm());
    worst = larger(worst, std::abs(end.prod() - 1), std::abs(change[0] - change[1]) / scale,
                   std::abs(change[1] - change[2]) / scale);
  }
  return at_most(worst, 1e-10);
}

}  // namespace

Claim prop5() {
  return {"prop5",
          "A8",
          "flow ends at pab = 1",
          "largest |pab - 1| at the end, or change of a^2-b^2, b^2-p^2",
          {integer("samples", 100).between(1, 1e6).says("starts drawn"), seed()},
          {{{"samples", 1}, {"seed", 1}}, {{"samples", 200}, {"seed", 2}}},
          reaches_minimum};
}

}  // namespace icsweep
