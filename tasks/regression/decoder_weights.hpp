// First weights of a decoder.
#pragma once

#include <cstdint>
#include <vector>

#include "models/decoder/decoder_shape.hpp"

namespace icsweep {

/// Norm weights are 1, norm biases 0. Decoders with pre-norm layers start as GPT-2 (Radford et al. 2019): weights N(0,
/// .02²), those of attention.output and mlp.contract N(0, .02²/2L), biases 0. Their read-in and read-out, and all parts
/// of other decoders, start as PyTorch's nn.Linear: weights and biases uniform on ±1/√(inputs). Learned positions are
/// N(0, .02²) in any decoder.
std::vector<double> initial_parameters(const DecoderShape& shape, std::int64_t seed);

}  // namespace icsweep
