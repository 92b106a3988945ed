#include "tasks/regression/decoder_weights.hpp"

#include <cmath>

#include "tasks/training/weights.hpp"

namespace icsweep {

std::vector<double> initial_parameters(const DecoderShape& s, std::int64_t seed) {
  return initial_values(parameter_views(s), seed, [&](const ParameterView& view) -> std::optional<double> {
    const std::string& name = view.name;
    if (name == "positions") return .02;
    if (s.block != Block::pre_norm || !name.starts_with("layers.")) return {};
    if (name.ends_with(".bias")) return 0;
    const bool into_stream = name.ends_with("attention.output.weight") || name.ends_with("mlp.contract.weight");
    return .02 / std::sqrt(into_stream ? 2.0 * s.depth : 1);
  });
}

}  // namespace icsweep
