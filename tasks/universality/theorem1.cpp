#include "tasks/universality/theorem1.hpp"

#include <array>

#include "tasks/training/sequence_examples.hpp"
#include "tasks/universality/descent_token.hpp"

namespace icsweep {
namespace {

constexpr std::array first_alone{0};

Attention attention_of(Kernel kernel) {
  if (kernel == Kernel::id) return Attention::linear;
  return kernel == Kernel::exp ? Attention::exponential : Attention::softmax;
}

/// Writes into the D×D matrices of one head, which are stored one after the other.
struct HeadWriter {
  double* head;
  int width;
  double& query(int row, int column) const { return head[row * width + column]; }
  double& key(int row, int column) const { return query(width + row, column); }
  double& value(int row, int column) const { return query(2 * width + row, column); }
};

}  // namespace

TransformerShape theorem1_shape(Kernel kernel, int tokens, int dim, int depth, bool tied, Precision precision) {
  const int width = DescentToken{dim}.width();
  TransformerShape shape{tokens, width, width, depth, dim};
  shape.heads = 2;
  shape.attention = attention_of(kernel);
  shape.residual = Residual::only;
  shape.head_weights = HeadWeights::bare;
  shape.readout = Readout::last;
  shape.tied = tied;
  shape.precision = precision;
  return shape;
}

std::vector<double> theorem1_parameters(const TransformerShape& s, double eta, double norm) {
  const DescentToken e{s.outputs};
  std::vector<double> theta(std::size_t(parameter_count(s)));
  for (std::size_t layer = 0; layer < theta.size(); layer += std::size_t(s.attention_parameters())) {
    const HeadWriter pull{theta.data() + layer, s.width}, push{pull.head + s.head_parameters(), s.width};
    for (int i = 0; i < e.dim; ++i) {
      pull.query(i, e.current() + i) = pull.key(i, e.current() + i) = 1;
      pull.value(e.estimate() + i, e.estimate() + i) = -eta;
      push.query(i, e.current() + i) = push.key(i, e.previous() + i) = 1;
      push.value(e.estimate() + i, e.value() + i) = eta;
    }
    push.query(e.dim, e.one()) = 1;
    push.key(e.dim, e.first()) = norm * norm;
  }
  return theta;
}

Tokens theorem1_output(const TransformerShape& s, const std::vector<double>& theta, const Tokens& tokens) {
  const std::vector<double> sequence(tokens.data(), tokens.data() + tokens.size());
  SequenceExamples<double> one(sequence, sequence.size(), first_alone);
  Tokens output(s.tokens, s.outputs);
  reference_gradient(s, descent_tokens(s.tokens, s.outputs))
      ->predict(theta, one, {output.data(), std::size_t(output.size())});
  return output;
}

}  // namespace icsweep
