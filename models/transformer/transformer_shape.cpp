#include "models/transformer/transformer_shape.hpp"

namespace icsweep {
namespace {

void add_projections(ParameterViews& views, const std::string& owner, std::initializer_list<const char*> parts,
                     int width, bool biases) {
  for (const char* part : parts) views.add(owner + part + ".weight", width, width);
  if (!biases) return;
  for (const char* part : parts) views.add(owner + part + ".bias", width, 1);
}

void add_attention(ParameterViews& views, const TransformerShape& s, const std::string& layer) {
  for (int h = 0; h < s.heads; ++h) {
    const std::string head = s.heads == 1 ? layer : layer + "heads." + std::to_string(h) + ".";
    add_projections(views, head, {"query", "key", "value"}, s.width, !s.bare());
    if (!s.bare() && !s.shares_output()) views.add(head + "output.weight", s.width, s.width);
  }
  if (s.attention == Attention::positional) {
    views.add(layer + "positions", s.tokens, s.width);
    if (s.separate_parameters() > 0) add_projections(views, layer + "positions.", {"query", "key"}, s.width, true);
  }
  if (s.shares_output()) views.add(layer + "output.weight", s.width, s.width);
  if (!s.bare()) views.add(layer + "output.bias", s.width, 1);
}

/// Number of lanes that one head keeps from its forward pass.
double head_lanes(const TransformerShape& s, int features) {
  const double T = s.tokens, activations = 2 * T * (features + 1);
  return s.keeps_pairs() ? activations + T * (T + 5) / 2 : activations;
}

}  // namespace

int TransformerShape::separate_parameters() const {
  const bool separate = attention == Attention::positional && projections == Projections::separate;
  return separate ? 2 * (width * width + width) : 0;
}

int TransformerShape::attention_parameters() const {
  const int positions = attention == Attention::positional ? tokens * width + separate_parameters() : 0;
  return heads * head_parameters() + positions + (shares_output() ? width * width : 0) + (bare() ? 0 : width);
}

bool TransformerShape::keeps_pairs() const {
  const double lanes = heads * (tokens * (tokens + 5.0) / 2), most = 1 << 14;
  return attention != Attention::linear && (attention != Attention::positional || lanes <= most);
}

std::vector<ParameterView> parameter_views(const TransformerShape& s) {
  ParameterViews views;
  for (int l = 0; l < (s.tied ? 1 : s.depth); ++l) {
    const std::string layer = "layers." + std::to_string(l) + ".";
    add_attention(views, s, layer);
    if (s.normed()) views.add_linear(layer + "norm", s.width, 1);
    if (s.hidden == 0) continue;
    views.add_linear(layer + "mlp.expand", s.hidden, s.width);
    views.add_linear(layer + "mlp.contract", s.width, s.hidden);
    if (s.normed()) views.add_linear(layer + "mlp.norm", s.width, 1);
  }
  if (s.readout == Readout::linear) views.add_linear("readout", s.outputs, s.width);
  return views.take();
}

int parameter_count(const TransformerShape& s) {
  const auto last = parameter_views(s).back();
  return last.offset + last.count();
}

double training_flop(const TransformerShape& s) {
  const double D = s.width, T = s.tokens, pairs = T * (T + 1) / 2;
  double flop = s.readout == Readout::linear ? 6 * s.outputs * (D + 1) * T : 0;
  for (int l = 0; l < s.depth; ++l) {
    const double K = s.layer_features(l) + (s.bare() ? 0 : 1);
    double head = 6 * (K * K + D * K) * T;
    if (s.attention == Attention::linear) head += (3 * K * (K + 1) + 6 * K * K) * T;
    else head += 12 * K * pairs;
    if (l == 0) {
      head -= 2 * K * K * T;
      head -= s.attention == Attention::linear ? (2 * K * (K + 1) + 2 * K * K) * T : 4 * K * pairs;
    }
    flop += s.heads * head + 6 * s.hidden * (2 * D + 1) * T;
  }
  return flop;
}

double training_bytes(const TransformerShape& s, int lanes, int bytes_per_scalar) {
  const double T = s.tokens, D = s.width;
  double per_lane = T * (5 * D + 2 * s.outputs) + parameter_count(s) * double(s.tied ? s.depth : 1), scalars = 0;
  for (int l = 0; l < s.depth; ++l) per_lane += s.heads * head_lanes(s, s.layer_features(l)) + T * (2 * D + 2);
  per_lane += s.depth * T * double(s.hidden > 0 ? s.hidden + 2 * D + 2 : 0);
  per_lane += s.attention == Attention::linear ? (D + 1) * (D + 1) : 8 * T;
  if (s.attention == Attention::positional) scalars = s.depth * s.heads * (8 * T * T + 2 * T * T);
  return (per_lane * lanes + scalars) * bytes_per_scalar;
}

}  // namespace icsweep
