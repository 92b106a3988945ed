// The search of a space with conditions by a sweep file with `when`, for tpe_functions.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace icsweep {

/// sgd has a momentum, adam a warmup and a decay.
double conditional_loss(double rate, bool is_sgd, double momentum, double warmup, double decay);

/// The least loss of `evaluations` draws, the first `sample` of them random and the others proposed in rounds of
/// `round`; of random draws alone if it is 0. peers/tpe_functions.py has the same function.
double least_conditional(std::int64_t seed, std::size_t sample, std::size_t evaluations, std::size_t round);

}  // namespace icsweep
