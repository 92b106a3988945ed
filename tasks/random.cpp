#include "tasks/random.hpp"

#include <Random123/u01fixedpt.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "models/kernels/box_muller.hpp"

namespace icsweep {

RandomStream::RandomStream(std::int64_t seed, Purpose purpose, std::uint64_t index)
    : counter_{{index, 0, 0, 0}}, block_{}, key_{{std::uint64_t(seed), std::uint64_t(purpose)}} {}

std::uint64_t RandomStream::bits() {
  if (used_ == 4) {
    block_ = philox_(counter_, key_);
    ++counter_[1];
    used_ = 0;
  }
  return block_[used_++];
}

double RandomStream::uniform() {
  return u01fixedpt_open_open_64_double(bits());
}

double RandomStream::uniform(double low, double high) {
  return low + (high - low) * uniform();
}

double RandomStream::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2 * std::log(uniform())), angle = 2 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

void RandomStream::normals(std::span<double> draws) {
  if (has_spare_ && !draws.empty()) {
    draws.front() = normal();
    draws = draws.subspan(1);
  }
  const std::size_t pairs = draws.size() / 2;
  for (double& draw : draws.first(2 * pairs)) draw = uniform();
  box_muller(int(pairs), draws.data());
  if (draws.size() == 2 * pairs) return;
  double last[] = {uniform(), uniform()};
  box_muller(1, last);
  draws.back() = last[0];
  spare_ = last[1];
  has_spare_ = true;
}

std::uint64_t RandomStream::below(std::uint64_t n) {
  const std::uint64_t limit = ~std::uint64_t{0} - ~std::uint64_t{0} % n;
  std::uint64_t drawn = bits();
  while (drawn >= limit) drawn = bits();
  return drawn % n;
}

void shuffle(std::vector<int>& values, RandomStream& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
}

}  // namespace icsweep
