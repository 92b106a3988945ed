// The Transformer by its formula in double, with unmerged projections and a square matrix of scores; and example data
// in lanes.
#pragma once

#include <Eigen/Core>
#include <Eigen/Dense>
#include <vector>

#include "models/transformer/transformer.hpp"
#include "tests/models/compare.hpp"

namespace icsweep::test {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Parameters of all sizes, rounded to Real, with norm weights and biases that matter. If no norm limits the tokens,
/// values are small: T exponentials of exponentials would overflow.
template <class Real>
std::vector<Real> random_parameters(const TransformerShape& shape) {
  std::vector<Real> theta(parameter_count(shape));
  for (const auto& view : parameter_views(shape)) {
    const bool norm_weight = view.name.find("norm.weight") != std::string::npos;
    const bool grows = !shape.normed() && view.name.find("value") != std::string::npos;
    const double bound = norm_weight ? 0.5 : 1 / std::sqrt(double(shape.width)) / (grows ? shape.tokens + 3 : 1);
    const auto values = random_scalars<Real>(view.count(), norm_weight - bound, norm_weight + bound);
    std::copy(values.begin(), values.end(), theta.begin() + view.offset);
  }
  return theta;
}

/// A parameter by its name.
inline Matrix parameter(const TransformerShape& shape, const std::vector<double>& theta, const std::string& name) {
  for (const auto& view : parameter_views(shape))
    if (view.name == name) return Eigen::Map<const Matrix>(&theta[view.offset], view.rows, view.columns);
  throw std::invalid_argument(name);
}

/// The formulas of models/transformer/transformer_shape.hpp, one after the other.
class NaiveTransformer {
 public:
  NaiveTransformer(const TransformerShape& shape, const std::vector<double>& theta) : s_(shape), theta_(theta) {}

  /// inputs: T×D.
  Matrix predictions(const Matrix& inputs) const {
    Matrix x = inputs;
    for (int l = 0; l < s_.depth; ++l) {
      const std::string layer = "layers." + std::to_string(s_.tied ? 0 : l) + ".";
      x = norm(layer + "norm", x, attention(layer, x));
      if (s_.hidden == 0) continue;
      const Matrix hidden = linear(layer + "mlp.expand", x).cwiseMax(0);
      x = norm(layer + "mlp.norm", x, linear(layer + "mlp.contract", hidden));
    }
    return s_.readout == Readout::last ? Matrix(x.rightCols(s_.outputs)) : linear("readout", x);
  }

 private:
  Matrix part(const std::string& name) const { return parameter(s_, theta_, name); }

  Matrix project(const std::string& name, const Matrix& x) const { return x * part(name + ".weight").transpose(); }

  Matrix linear(const std::string& name, const Matrix& x) const {
    return project(name, x).rowwise() + part(name + ".bias").transpose().row(0);
  }

  Matrix norm(const std::string& name, const Matrix& x, const Matrix& branch) const {
    if (s_.residual == Residual::only) return x + branch;
    const Matrix weight = part(name + ".weight"), bias = part(name + ".bias");
    const Matrix z = s_.residual == Residual::post_norm ? Matrix(x + branch) : branch;
    Matrix y = z;
    for (int t = 0; t < z.rows(); ++t) {
      const Eigen::RowVectorXd centred = z.row(t).array() - z.row(t).mean();
      const double variance = centred.squaredNorm() / double(z.cols());
      for (int i = 0; i < z.cols(); ++i) y(t, i) = weight(i) * centred(i) / std::sqrt(variance + 1e-5) + bias(i);
    }
    return s_.residual == Residual::branch_norm ? Matrix(x + y) : y;
  }

  static Matrix causal(const Matrix& scores) { return scores.triangularView<Eigen::Lower>(); }

  static Matrix exponential(const Matrix& scores) { return causal(scores.array().exp().matrix()); }

  static Matrix softmax(const Matrix& scores) {
    Matrix p = exponential(scores);
    for (int t = 0; t < p.rows(); ++t) p.row(t) /= p.row(t).sum();
    return p;
  }

  /// ⟨query of `from`'s row t, key of x_t'⟩/√D
  Matrix scores(const std::string& owner, const Matrix& from, const Matrix& x) const {
    if (s_.bare()) return project(owner + "query", from) * project(owner + "key", x).transpose();
    return linear(owner + "query", from) * linear(owner + "key", x).transpose() / std::sqrt(s_.width);
  }

  Matrix scores(const std::string& owner, const Matrix& x) const {
    if (s_.query == Query::last) return scores(owner, x, x);
    Matrix before = Matrix::Zero(x.rows(), x.cols());
    before.bottomRows(x.rows() - 1) = x.topRows(x.rows() - 1);
    return scores(owner, before, x);
  }

  Matrix weights(const std::string& layer, const std::string& head, const Matrix& x) const {
    if (s_.attention == Attention::linear) return causal(scores(head, x));
    if (s_.attention == Attention::exponential) return exponential(scores(head, x));
    if (s_.attention == Attention::softmax) return softmax(scores(head, x));
    const bool shared = s_.projections == Projections::shared;
    const Matrix positions = part(layer + "positions");
    const Matrix factor = softmax(scores(shared ? head : layer + "positions.", positions, positions));
    return factor.cwiseProduct(scores(head, x));
  }

  Matrix output(const std::string& layer, const std::string& head) const {
    return part((s_.output_map == OutputMap::shared ? layer : head) + "output.weight");
  }

  Matrix attention(const std::string& layer, const Matrix& x) const {
    Matrix sum = Matrix::Zero(s_.tokens, s_.width);
    for (int h = 0; h < s_.heads; ++h) {
      const std::string head = s_.heads == 1 ? layer : layer + "heads." + std::to_string(h) + ".";
      if (s_.bare()) sum += weights(layer, head, x) * project(head + "value", x);
      else sum += weights(layer, head, x) * linear(head + "value", x) * output(layer, head).transpose();
    }
    if (s_.bare()) return sum;
    return sum.rowwise() + part(layer + "output.bias").transpose().row(0);
  }

  TransformerShape s_;
  const std::vector<double>& theta_;
};

/// A token as the formula expects it: zeros, then `copies` copies of its features.
inline Matrix padded(const TransformerShape& shape, const Matrix& features) {
  Matrix inputs = Matrix::Zero(shape.tokens, shape.width);
  for (int copy = 0; copy < shape.copies; ++copy)
    inputs.middleCols(shape.width - (copy + 1) * shape.features, shape.features) = features;
  return inputs;
}

/// One lane: the non-zero features of the tokens, and the targets.
struct Example {
  Matrix features, targets;
};

inline std::vector<Example> random_examples(const TransformerShape& shape, int count) {
  std::vector<Example> examples;
  for (int i = 0; i < count; ++i) {
    const auto x = random_scalars<float>(shape.tokens * shape.features),  // exact in every Real
        y = random_scalars<float>(shape.tokens * shape.outputs);
    examples.push_back({Matrix(shape.tokens, shape.features), Matrix(shape.tokens, shape.outputs)});
    for (int at = 0; at < examples[i].features.size(); ++at) examples[i].features.data()[at] = x[at];
    for (int at = 0; at < examples[i].targets.size(); ++at) examples[i].targets.data()[at] = y[at];
  }
  return examples;
}

/// A block as a Transformer expects it: the constant 1 follows each token; lanes without an example repeat the first.
template <class Real, int N>
struct Block {
  AlignedVector<Real> tokens, targets;

  Block(const TransformerShape& s, const std::vector<Example>& examples)
      : tokens(s.tokens * (s.features + 1) * N, Real(1)), targets(s.tokens * s.outputs * N) {
    for (int n = 0; n < N; ++n) {
      const Example& e = examples[n < int(examples.size()) ? n : 0];
      for (int t = 0; t < s.tokens; ++t) {
        for (int i = 0; i < s.features; ++i) tokens[(t * (s.features + 1) + i) * N + n] = Real(e.features(t, i));
        for (int o = 0; o < s.outputs; ++o) targets[(t * s.outputs + o) * N + n] = Real(e.targets(t, o));
      }
    }
  }
};

/// Squared errors per position and the gradient of factor·Σ (squared errors) of one block.
template <class Real>
struct Result {
  std::vector<double> error;
  std::vector<Real> gradient;
};

template <class Real, int N>
Result<Real> train_once(const TransformerShape& shape, const std::vector<Real>& theta, const Block<Real, N>& block,
                        int active, double factor) {
  Transformer<Real, N> model(shape);
  Result<Real> result{std::vector<double>(shape.tokens), std::vector<Real>(theta.size())};
  model.set_parameters(theta);
  model.accumulate_gradient(block.tokens.data(), block.targets.data(), active, Real(factor), result.error.data());
  model.reduce_gradient(result.gradient);
  return result;
}

}  // namespace icsweep::test
