// The Transformer as its formula says, with unmerged projections and a square matrix of scores, in double; and example
// data in lanes.
#pragma once

#include <Eigen/Core>
#include <Eigen/Dense>
#include <vector>

#include "models/transformer.hpp"
#include "tests/models/compare.hpp"

namespace icsweep::test {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Parameters of all sizes, rounded to Real, with norm weights and biases that matter.
template <class Real>
std::vector<Real> random_parameters(const TransformerShape& shape) {
  std::vector<Real> theta(parameter_count(shape));
  for (const auto& view : parameter_views(shape)) {
    const bool norm_weight = view.name.find("norm.weight") != std::string::npos;
    const double bound = norm_weight ? 0.5 : 1 / std::sqrt(double(shape.width));
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

/// x ← x + LN(W_O Attn(W_Q x + b, W_K x + b, W_V x + b) + b) in every layer, then the read-out. inputs: T×D.
inline Matrix naive_predictions(const TransformerShape& shape, const std::vector<double>& theta, const Matrix& inputs) {
  const auto linear = [&](const std::string& name, const Matrix& x) -> Matrix {
    const Matrix product = x * parameter(shape, theta, name + ".weight").transpose();
    return product.rowwise() + parameter(shape, theta, name + ".bias").transpose().row(0);
  };
  const auto layer_norm = [&](const std::string& name, const Matrix& z) {
    const Matrix weight = parameter(shape, theta, name + ".weight"), bias = parameter(shape, theta, name + ".bias");
    Matrix y = z;
    for (int t = 0; t < z.rows(); ++t) {
      const Eigen::RowVectorXd centred = z.row(t).array() - z.row(t).mean();
      const double variance = centred.squaredNorm() / double(z.cols());
      for (int i = 0; i < z.cols(); ++i) y(t, i) = weight(i) * centred(i) / std::sqrt(variance + 1e-5) + bias(i);
    }
    return y;
  };
  Matrix x = inputs;
  for (int l = 0; l < shape.depth; ++l) {
    const std::string layer = "layers." + std::to_string(l) + ".";
    const Matrix scores = linear(layer + "query", x) * linear(layer + "key", x).transpose() / std::sqrt(shape.width);
    const Matrix causal = scores.triangularView<Eigen::Lower>();
    x += layer_norm(layer + "norm", linear(layer + "output", causal * linear(layer + "value", x)));
  }
  return linear("readout", x);
}

/// What one lane holds: the non-zero features of the tokens and the targets.
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

/// The block a Transformer takes: the constant 1 behind each token; lanes without an example hold the first.
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
  model.take_gradient(result.gradient);
  return result;
}

}  // namespace icsweep::test
