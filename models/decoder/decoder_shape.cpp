#include "models/decoder/decoder_shape.hpp"

namespace icsweep {
namespace {

/// Multiply-adds of one layer's linear maps per token: queries, keys and values; the maps after attention.
double projection_terms(const DecoderShape& s) {
  return 3.0 * s.width * s.width;
}
double later_terms(const DecoderShape& s) {
  return 1.0 * s.width * s.width + 2.0 * s.width * s.hidden();
}

/// Multiply-adds of one pass, forward or either of the two backward, over all pairs of tokens.
double pair_terms(const DecoderShape& s) {
  return 2.0 * s.heads * s.head_width() * s.tokens * (s.tokens + 1) / 2;
}

/// Operations that one_output saves: T − 1 queries of `query` operations each, and their pairs.
double unused_flop(const DecoderShape& s, double query) {
  return s.one_output ? (s.tokens - 1) * query + 6 * pair_terms(s) * (s.tokens - 1) / (s.tokens + 1) : 0;
}

void add_norm(ParameterViews& views, const DecoderShape& s, const std::string& name) {
  if (s.norm == NormKind::layer) views.add_linear(name, s.width, 1);
  else views.add(name + ".weight", s.width, 1);
}

void add_layer(ParameterViews& views, const DecoderShape& s, const std::string& layer) {
  const bool before = s.block == Block::pre_norm;
  if (before) add_norm(views, s, layer + "attention.norm");
  views.add_linear(layer + "attention.query_key_value", 3 * s.width, s.width);
  views.add_linear(layer + "attention.output", s.width, s.width);
  if (!before) add_norm(views, s, layer + "attention.norm");
  if (before) add_norm(views, s, layer + "mlp.norm");
  views.add_linear(layer + "mlp.expand", s.hidden(), s.width);
  views.add_linear(layer + "mlp.contract", s.width, s.hidden());
  if (!before) add_norm(views, s, layer + "mlp.norm");
}

}  // namespace

std::vector<ParameterView> parameter_views(const DecoderShape& s) {
  ParameterViews views;
  if (s.bare()) {
    views.add("attention.query_key_value.weight", 3 * s.heads * s.head_width(), s.inputs);
    views.add("attention.output.weight", s.outputs, s.heads * s.head_width());
    return views.take();
  }
  views.add_linear("embedding", s.width, s.inputs);
  if (s.position_kind() == PositionKind::learned) views.add("positions", s.tokens, s.width);
  for (int l = 0; l < s.depth; ++l) add_layer(views, s, "layers." + std::to_string(l) + ".");
  if (s.block == Block::pre_norm) add_norm(views, s, "final_norm");
  views.add_linear("readout", s.outputs, s.width);
  return views.take();
}

int parameter_count(const DecoderShape& s) {
  const auto last = parameter_views(s).back();
  return last.offset + last.count();
}

double parameters(const DecoderShape& s) {
  const double D = s.width, T = s.position_kind() == PositionKind::learned ? s.tokens : 0;
  if (s.bare()) return s.heads * D * (3.0 * s.inputs + s.outputs);
  const double biases = 3 * D + D + s.hidden() + D, norm = (s.norm == NormKind::layer ? 2 : 1) * D,
               final_norm = s.block == Block::pre_norm ? norm : 0;
  return D * (s.inputs + 1.0) + T * D + s.depth * (projection_terms(s) + later_terms(s) + biases + 2 * norm) +
         final_norm + s.outputs * (D + 1);
}

double training_flop(const DecoderShape& s, int output_tokens) {
  if (s.bare()) {
    const double heads = s.heads * s.head_width();
    return s.tokens * 4.0 * 3 * heads * s.inputs + output_tokens * 6 * heads * s.outputs + 6 * pair_terms(s) -
           unused_flop(s, 4.0 * heads * s.inputs);
  }
  const double read_in = 4.0 * s.inputs * s.width, read_out = 6.0 * s.outputs * s.width,
               first = s.merged() ? 4.0 * 3 * s.width * s.inputs : 6 * projection_terms(s);
  const double all = read_in + first + 6 * (s.depth - 1) * (projection_terms(s) + later_terms(s)),
               read = 6 * later_terms(s) + read_out;
  const bool first_is_last = s.depth == 1;
  return s.tokens * all + output_tokens * read + 6 * s.depth * pair_terms(s) -
         unused_flop(s, first_is_last ? first / 3 : 2 * projection_terms(s));
}

double training_bytes(const DecoderShape& s, int lanes, int bytes_per_scalar) {
  const double width = s.bare() ? s.heads * s.head_width() : s.width, hidden = s.bare() ? 0 : s.hidden();
  const double layer = s.tokens * (10 * width + 2 * hidden + s.heads * (s.tokens + 5) / 2.0),
               work = s.tokens * (12 * width + 2 * hidden + 2.0 * s.inputs);
  return bytes_per_scalar * (lanes * (s.depth * layer + work) + 10 * parameters(s));
}

}  // namespace icsweep
