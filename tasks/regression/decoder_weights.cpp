#include "tasks/regression/decoder_weights.hpp"

#include <cmath>

#include "tasks/random.hpp"

namespace icsweep {
namespace {

constexpr double gpt2_deviation = .02;

bool is_gpt2(const DecoderShape& s, const std::string& name) {
  return s.block == Block::pre_norm && (name.starts_with("layers.") || name == "positions");
}

/// Standard deviation of GPT-2's first values.
double deviation(const DecoderShape& s, const std::string& name) {
  if (name.ends_with(".bias")) return 0;
  const bool into_stream = name.ends_with("attention.output.weight") || name.ends_with("mlp.contract.weight");
  return into_stream ? gpt2_deviation / std::sqrt(2.0 * s.depth) : gpt2_deviation;
}

}  // namespace

std::vector<double> initial_parameters(const DecoderShape& s, std::int64_t seed) {
  std::vector<double> theta(parameter_count(s));
  std::uint64_t index = 0;
  int inputs = s.width;  // of the linear map that a bias follows
  for (const auto& view : parameter_views(s)) {
    const bool weight = view.name.ends_with(".weight"), norm = view.name.find("norm.") != std::string::npos;
    if (weight && !norm) inputs = view.columns;
    const double bound = 1 / std::sqrt(double(inputs));
    RandomStream random(seed, Purpose::initial_weights, index++);
    for (int i = 0; i < view.count(); ++i) {
      double& value = theta[view.offset + i];
      if (norm) value = weight;
      else if (is_gpt2(s, view.name)) value = deviation(s, view.name) * random.normal();
      else value = random.uniform(-bound, bound);
    }
  }
  return theta;
}

}  // namespace icsweep
