// Every backward kernel against finite differences of its forward kernel, in double with one lane, so that no
// derivation by hand is trusted. f is a fixed random combination of the forward kernel's outputs. All forward kernels
// except the norm are polynomials of degree at most 4 per coordinate, for which the differences are exact.
#include "tests/models/compare.hpp"

#include "models/kernels/layer_norm.hpp"
#include "models/kernels/linear.hpp"
#include "models/kernels/linear_attention.hpp"
#include "models/kernels/merge.hpp"
#include "models/kernels/squared_error.hpp"

namespace icsweep::test {
namespace {

using Vector = AlignedVector<double>;

constexpr double polynomial_step = 0.1, polynomial_tolerance = 1e-11;

/// Checks that `gradient` holds the derivative of f by each element of x.
template <class F>
void expect_gradient(Vector& x, const Vector& gradient, double step, double tolerance, F&& f) {
  ASSERT_EQ(x.size(), gradient.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(gradient[i], derivative(x[i], step, f), tolerance) << "element " << i;
}

TEST(Linear, BackwardMatchesFiniteDifferences) {
  const LinearShape s{5, 7, 10};
  Vector x = random_scalars<double>(5 * 7), weight = random_scalars<double>(7 * 10), bias = random_scalars<double>(10);
  Vector y(5 * 10), dx(5 * 7), dweight(7 * 10), dbias(10);
  const Vector dy = random_scalars<double>(5 * 10);
  const auto f = [&] {
    linear_forward<double, 1>(s, x.data(), weight.data(), bias.data(), y.data());
    return dot(dy, y);
  };
  linear_backward_input<double, 1>(s, dy.data(), weight.data(), dx.data(), false);
  linear_backward_weight<double, 1>(s, x.data(), dy.data(), dweight.data(), dbias.data());
  expect_gradient(x, dx, polynomial_step, polynomial_tolerance, f);
  expect_gradient(weight, dweight, polynomial_step, polynomial_tolerance, f);
  expect_gradient(bias, dbias, polynomial_step, polynomial_tolerance, f);
}

TEST(LinearAttention, BackwardMatchesFiniteDifferences) {
  const AttentionShape s{6, 9};
  Vector x = random_scalars<double>(6 * 9), q = random_scalars<double>(6 * 9), z(6 * 9), dx(6 * 9), dq(6 * 9),
         scratch(s.scratch(1));
  const Vector dz = random_scalars<double>(6 * 9);
  const auto f = [&] {
    linear_attention_forward<double, 1>(s, x.data(), q.data(), scratch.data(), z.data());
    return dot(dz, z);
  };
  linear_attention_backward<double, 1>(s, x.data(), q.data(), dz.data(), scratch.data(), dq.data(), dx.data());
  expect_gradient(x, dx, polynomial_step, polynomial_tolerance, f);
  expect_gradient(q, dq, polynomial_step, polynomial_tolerance, f);
}

void expect_norm_gradient(const NormShape& s) {
  Vector z = random_scalars<double>(4 * 9), x = random_scalars<double>(4 * 7), gamma = random_scalars<double>(9),
         beta = random_scalars<double>(9), inverse(4), y(4 * 10), h, dz(4 * 9), dgamma(9), dbeta(9), dx;
  Vector dy = random_scalars<double>(4 * 10);
  const auto f = [&] {
    h = z;
    layer_norm_forward<double, 1>(s, h.data(), x.data(), gamma.data(), beta.data(), inverse.data(), y.data());
    return dot(dy, y);
  };
  f();
  Vector past = dy;
  layer_norm_backward<double, 1>(s, h.data(), inverse.data(), gamma.data(), past.data(), dz.data(), dgamma.data(),
                                 dbeta.data());
  for (int t = 0; t < 4; ++t) {  // the residual passes on the last 6 of 9; the constant 1 has no gradient
    dx.insert(dx.end(), &past[t * 10 + 3], &past[t * 10 + 9]);
    dx.push_back(0);
  }
  // step⁴ = 1e-12 times a fifth derivative of up to 24/deviation⁵ ≈ 10³, over 30; rounding 1e-13.
  expect_gradient(z, dz, 1e-3, 1e-9, f);
  if (s.residual == Residual::post_norm) expect_gradient(x, dx, 1e-3, 1e-9, f);
  else expect_gradient(x, dx, polynomial_step, polynomial_tolerance, f);
  expect_gradient(gamma, dgamma, polynomial_step, polynomial_tolerance, f);
  expect_gradient(beta, dbeta, polynomial_step, polynomial_tolerance, f);
}

TEST(LayerNorm, BackwardMatchesFiniteDifferences) {
  for (const Residual residual : {Residual::branch_norm, Residual::post_norm, Residual::none})
    expect_norm_gradient({4, 9, 6, residual});
}

TEST(SquaredError, GradientMatchesFiniteDifferences) {
  const ErrorShape s{5, 3};
  const double factor = 0.7;
  Vector y = random_scalars<double>(15), dy(15);
  const Vector target = random_scalars<double>(15);
  Vector ignored(5);
  squared_error<double, 1>(s, 1, y.data(), target.data(), factor, dy.data(), ignored.data());
  expect_gradient(y, dy, polynomial_step, polynomial_tolerance, [&] {
    Vector error(5);
    squared_error<double, 1>(s, 1, y.data(), target.data(), factor, nullptr, error.data());
    return factor * dot(error, Vector(5, 1.0));
  });
}

TEST(MergedHead, BackwardMatchesFiniteDifferences) {
  for (const MergeShape& s : {MergeShape{8, 1}, {8, 5}, {8, 8}, {8, 4, 2}, {8, 2, 3}}) {
    const int K = s.features + 1, P = 4 * 64 + 3 * 8;
    Vector head = random_scalars<double>(P), a(K * K), b(8 * K), dhead = random_scalars<double>(P),
           scratch(s.scratch());
    const Vector da = random_scalars<double>(K * K), db = random_scalars<double>(8 * K);
    merge_head_backward<double>(s, head.data(), da.data(), db.data(), scratch.data(), dhead.data());
    expect_gradient(head, dhead, polynomial_step, polynomial_tolerance, [&] {
      merge_head<double>(s, head.data(), scratch.data(), a.data(), b.data());
      return dot(da, a) + dot(db, b);
    });
  }
}

}  // namespace
}  // namespace icsweep::test
