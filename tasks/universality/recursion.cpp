#include "tasks/universality/recursion.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <complex>
#include <numbers>

#include "io/base/error.hpp"

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {
namespace {

using Complex = std::complex<double>;

Eigen::RowVectorXd on_sphere(int d, RandomStream& random) {
  Eigen::RowVectorXd x(d);
  for (double& value : x) value = random.normal();
  return x / x.norm();
}

/// Uniform on U(p): as haar_orthogonal(), with the phases of R's diagonal in place of its signs.
Eigen::MatrixXcd haar_unitary(int p, RandomStream& random) {
  Eigen::MatrixXcd gaussian(p, p);
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < p; ++j) {
      const double real = random.normal();
      gaussian(i, j) = {real, random.normal()};
    }
  return unitary_factor(gaussian);
}

/// Fills rows 1 … of `tokens` with next(row t − 1, t) and noise.
template <class Next>
void iterate(const Recursion& r, RandomStream& random, Tokens& tokens, Next&& next) {
  for (int t = 1; t < tokens.rows(); ++t) {
    tokens.row(t) = next(tokens.row(t - 1), t);
    if (r.noise > 0)
      for (int i = 0; i < r.dim; ++i) tokens(t, i) += r.noise * random.normal();
  }
}

void linear(const Recursion& r, RandomStream& random, RecursiveSequence& s) {
  s.w = haar_orthogonal(r.dim, random);
  s.tokens.row(0) = r.initial_norm * on_sphere(r.dim, random);
  iterate(r, random, s.tokens, [&](const auto& x, int) { return (x * s.w.transpose()).eval(); });
}

void periodic(const Recursion& r, RandomStream& random, RecursiveSequence& s) {
  s.period = r.shortest_period + int(random.below(std::uint64_t(r.longest_period - r.shortest_period + 1)));
  Tokens cycle(s.period, r.dim);
  for (int t = 0; t < s.period; ++t) cycle.row(t) = r.initial_norm * on_sphere(r.dim, random);
  s.tokens.row(0) = cycle.row(0);
  iterate(r, random, s.tokens, [&](const auto&, int t) { return cycle.row(t % s.period).eval(); });
}

void non_linear(const Recursion& r, RandomStream& random, RecursiveSequence& s) {
  const int p = r.dim / 2;
  const Eigen::MatrixXcd u = haar_unitary(p, random);
  Eigen::ArrayXcd turn(p);
  for (Complex& c : turn) c = std::polar(1.0, random.uniform(0, 2 * std::numbers::pi));
  s.tokens.row(0) = r.initial_norm * on_sphere(r.dim, random);
  iterate(r, random, s.tokens, [&](const Eigen::RowVectorXd& x, int) {
    Eigen::VectorXcd z = u * Eigen::Map<const Eigen::VectorXcd>(reinterpret_cast<const Complex*>(x.data()), p);
    for (Complex& c : z) c = std::polar(std::abs(c), r.q * std::arg(c));
    z = u.adjoint() * (turn * z.array()).matrix();
    return Eigen::Map<const Eigen::RowVectorXd>(reinterpret_cast<const double*>(z.data()), r.dim).eval();
  });
}

}  // namespace

RecursiveSequence draw_sequence(const Recursion& r, int length, RandomStream& random) {
  if (r.instance == 4 && r.dim % 2 == 1)
    throw Error(ErrorKind::config,
                fmt::format("dim = {}: instance 4 turns pairs of coordinates, use an even number", r.dim));
  RecursiveSequence s;
  s.tokens.resize(length, r.dim);
  if (r.instance == 3) periodic(r, random, s);
  else if (r.instance == 4) non_linear(r, random, s);
  else linear(r, random, s);
  return s;
}

Sequences draw_sequences(const Recursion& r, int count, int length, std::int64_t seed, Purpose purpose,
                         const Poll& poll) {
  Sequences s{count, length, r.dim, std::vector<double>(std::size_t(count) * length * r.dim)};
  for (int i = 0; i < count; ++i) {
    poll_at(i, poll);
    RandomStream random(seed, purpose, std::uint64_t(i));
    Eigen::Map<Tokens>(s.values.data() + std::size_t(i) * length * r.dim, length, r.dim) =
        draw_sequence(r, length, random).tokens;
  }
  return s;
}

}  // namespace icsweep
