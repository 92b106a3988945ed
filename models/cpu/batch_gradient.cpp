#include "models/batch_gradient.hpp"

#include "models/cpu/lane_gradient.hpp"

namespace icsweep {
namespace {

template <class Shape>
std::unique_ptr<BatchGradient<float>> on_training_lanes(const Shape& shape, const TokenMap& map) {
  return training_lanes() == 16 ? lane_gradient<float, 16>(shape, map) : lane_gradient<float, 8>(shape, map);
}

template <class Shape>
WorkingBytes bytes_on_lanes(const Shape& shape) {
  const auto of = [&](int lanes) { return training_bytes(shape, lanes, sizeof(float)); };
  return {of(training_lanes()), of(1) - of(0)};
}

int blocks_of(int batch) {
  return (batch + training_lanes() - 1) / training_lanes();
}

}  // namespace

std::unique_ptr<BatchGradient<float>> training_gradient(const TransformerShape& shape, const TokenMap& map) {
  return on_training_lanes(shape, map);
}

std::unique_ptr<BatchGradient<float>> training_gradient(const DecoderShape& shape, const TokenMap& map) {
  return on_training_lanes(shape, map);
}

std::unique_ptr<BatchGradient<double>> reference_gradient(const TransformerShape& shape, const TokenMap& map) {
  return lane_gradient<double, 1>(shape, map);
}

std::unique_ptr<BatchGradient<double>> reference_gradient(const DecoderShape& shape, const TokenMap& map) {
  return lane_gradient<double, 1>(shape, map);
}

WorkingBytes working_bytes(const TransformerShape& shape) {
  return bytes_on_lanes(shape);
}

WorkingBytes working_bytes(const DecoderShape& shape) {
  return bytes_on_lanes(shape);
}

int most_threads(const TransformerShape&, int batch) {
  return blocks_of(batch);
}

int most_threads(const DecoderShape& shape, int batch) {
  return (shape.shares_blocks() ? 2 : 1) * blocks_of(batch);
}

double shared_bytes(const TransformerShape& shape) {
  return sizeof(float) * double(parameter_count(parameter_views(shape)));
}

double shared_bytes(const DecoderShape& shape) {
  return sizeof(float) * double(parameter_count(parameter_views(shape)));
}

int check_examples() {
  return training_lanes() + 3;
}

}  // namespace icsweep
