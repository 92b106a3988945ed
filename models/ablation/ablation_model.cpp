#include "models/ablation/ablation_model.hpp"

#include <algorithm>

#include "models/kernels/gather.hpp"

namespace icsweep {
namespace {

using Lane = Eigen::Array<double, 8, 1>;
constexpr int N = Lane::SizeAtCompileTime;

void clear(AlignedVector<Lane>& values) {
  std::fill(values.begin(), values.end(), Lane::Zero());
}

/// y += M x; M: rows×columns, row-major.
void multiply(const double* m, const Lane* x, int rows, int columns, Lane* y) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) y[i] += m[i * columns + j] * x[j];
}

/// M and the place of its gradient: rows×columns, row-major.
struct Matrix {
  const double* m;
  Lane* dm;
  int rows, columns;
};

/// Backward of y += M x: dM += dy xᵀ, dx += Mᵀ dy (unless dx is null).
void multiply_backward(const Matrix& matrix, const Lane* x, const Lane* dy, Lane* dx) {
  for (int i = 0; i < matrix.rows; ++i)
    for (int j = 0; j < matrix.columns; ++j) {
      matrix.dm[i * matrix.columns + j] += dy[i] * x[j];
      if (dx) dx[j] += matrix.m[i * matrix.columns + j] * dy[i];
    }
}

Lane dot(const Lane* a, const Lane* b, int count) {
  Lane sum = Lane::Zero();
  for (int i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

/// x ← softmax(x).
void softmax(Lane* x, int count) {
  Lane largest = x[0], sum = Lane::Zero();
  for (int t = 1; t < count; ++t) largest = largest.max(x[t]);
  for (int t = 0; t < count; ++t) sum += x[t] = (x[t] - largest).exp();
  for (int t = 0; t < count; ++t) x[t] /= sum;
}

/// Backward of a = softmax(x), d from da to dx: dx_t = a_t (da_t − Σ_u a_u da_u).
void softmax_backward(const Lane* a, int count, Lane* d) {
  const Lane mean = dot(a, d, count);
  for (int t = 0; t < count; ++t) d[t] = a[t] * (d[t] - mean);
}

}  // namespace

std::vector<ParameterView> parameter_views(const AblationShape& s) {
  ParameterViews views;
  for (const char* matrix : {".A", ".B"})
    for (int h = 0; h < s.heads; ++h) views.add("heads." + std::to_string(h) + matrix, s.dim, s.dim);
  views.add("P", s.length, s.length);
  if (s.mlp > 0) {
    views.add_linear("mlp.expand", s.mlp, s.dim);
    views.add_linear("mlp.contract", s.dim, s.mlp);
  }
  return views.take();
}

AblationModel::AblationModel(const AblationShape& shape) : shape_(shape) {
  const int H = shape.heads, D = shape.dim, T = shape.length, F = shape.mlp;
  const std::vector<ParameterView> views = parameter_views(shape);
  end_ = views.back().offset + views.back().count();
  const auto begin = [&](int view) { return view < int(views.size()) ? views[view].offset : end_; };
  b_ = begin(H);
  p_ = begin(2 * H);
  w1_ = begin(2 * H + 1);
  b1_ = begin(2 * H + 2);
  w2_ = begin(2 * H + 3);
  b2_ = begin(2 * H + 4);
  tokens_.resize((T + 1) * D);
  for (auto* values : {&query_, &mixed_}) values->resize(H * D);
  for (auto* values : {&share_, &weight_}) values->resize(H * T);
  for (auto* values : {&y_, &output_, &output_slope_, &y_slope_, &mixed_slope_, &query_slope_}) values->resize(D);
  for (auto* values : {&hidden_, &hidden_slope_}) values->resize(F);
  weight_slope_.resize(T);
  gradient_.resize(end_);
}

void AblationModel::run(std::span<const double> theta, std::span<const double> sequences, std::span<const int> indices,
                        double* error, double scale, std::span<double> gradient) {
  const int D = shape_.dim;
  clear(gradient_);
  for (std::size_t first = 0; first < indices.size(); first += N) {
    load(sequences, indices.subspan(first, std::min<std::size_t>(N, indices.size() - first)));
    for (int row = 0; row < shape_.rows(); ++row) {
      forward(theta.data(), row);
      for (int i = 0; i < D; ++i) {
        const Lane difference = (output_[i] - tokens_[(row + 2) * D + i]) * active_;
        error[row] += difference.square().sum();
        output_slope_[i] = 2 * scale * difference;
      }
      if (!gradient.empty()) backward(theta.data(), row);
    }
  }
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += gradient_[i].sum();
}

/// Loads at most N sequences. Lanes without a sequence of their own repeat the last one.
void AblationModel::load(std::span<const double> sequences, std::span<const int> indices) {
  const double* source[N];
  for (int n = 0; n < N; ++n) {
    const int index = indices[std::min<std::size_t>(n, indices.size() - 1)];
    source[n] = sequences.data() + std::size_t(index) * tokens_.size();
    active_[n] = n < int(indices.size());
  }
  gather_lanes<double, N>(int(tokens_.size()), source, tokens_[0].data());
}

void AblationModel::forward(const double* theta, int row) {
  const int D = shape_.dim, tokens = row + 2;
  const double* p = theta + p_ + row * shape_.length;
  const bool logit = shape_.attention == AblationAttention::softmax_logit;
  for (auto* values : {&query_, &mixed_, &y_, &output_}) clear(*values);
  for (int h = 0; h < shape_.heads; ++h) {
    Lane *query = &query_[h * D], *a = &share_[h * shape_.length], *w = &weight_[h * shape_.length];
    multiply(theta + h * D * D, &tokens_[row * D], D, D, query);
    for (int t = 0; t < tokens; ++t) a[t] = dot(&tokens_[t * D], query, D) + (logit ? p[t] : 0.0);
    if (shape_.attention != AblationAttention::linear) softmax(a, tokens);
    for (int t = 0; t < tokens; ++t) w[t] = a[t] * (logit ? 1.0 : p[t]);
    for (int t = 0; t < tokens; ++t)
      for (int i = 0; i < D; ++i) mixed_[h * D + i] += w[t] * tokens_[t * D + i];
    multiply(theta + b_ + h * D * D, &mixed_[h * D], D, D, y_.data());
  }
  if (shape_.mlp > 0) mlp_forward(theta);
  else output_ = y_;
}

/// output = W2 relu(W1 y + b1) + b2
void AblationModel::mlp_forward(const double* theta) {
  const int D = shape_.dim, F = shape_.mlp;
  for (int f = 0; f < F; ++f) hidden_[f].setConstant(theta[b1_ + f]);
  multiply(theta + w1_, y_.data(), F, D, hidden_.data());
  for (Lane& x : hidden_) x = x.max(0.0);
  for (int i = 0; i < D; ++i) output_[i].setConstant(theta[b2_ + i]);
  multiply(theta + w2_, hidden_.data(), D, F, output_.data());
}

void AblationModel::mlp_backward(const double* theta) {
  const int D = shape_.dim, F = shape_.mlp;
  Lane* g = gradient_.data();
  clear(y_slope_);
  clear(hidden_slope_);
  multiply_backward({theta + w2_, g + w2_, D, F}, hidden_.data(), output_slope_.data(), hidden_slope_.data());
  for (int i = 0; i < D; ++i) g[b2_ + i] += output_slope_[i];
  for (int f = 0; f < F; ++f) {
    hidden_slope_[f] *= (hidden_[f] > 0).cast<double>();
    g[b1_ + f] += hidden_slope_[f];
  }
  multiply_backward({theta + w1_, g + w1_, F, D}, y_.data(), hidden_slope_.data(), y_slope_.data());
}

/// Backward pass of one row, from output_slope_ and the values that forward() left for this row.
void AblationModel::backward(const double* theta, int row) {
  const int D = shape_.dim, tokens = row + 2, first = p_ + row * shape_.length;
  const bool logit = shape_.attention == AblationAttention::softmax_logit;
  Lane *g = gradient_.data(), *d = weight_slope_.data();
  if (shape_.mlp > 0) mlp_backward(theta);
  else y_slope_ = output_slope_;
  for (int h = 0; h < shape_.heads; ++h) {
    const Lane* a = &share_[h * shape_.length];
    clear(mixed_slope_);
    clear(query_slope_);
    const int b = b_ + h * D * D;
    multiply_backward({theta + b, g + b, D, D}, &mixed_[h * D], y_slope_.data(), mixed_slope_.data());
    for (int t = 0; t < tokens; ++t) {
      d[t] = dot(mixed_slope_.data(), &tokens_[t * D], D);  // of w_t
      if (logit) continue;
      g[first + t] += d[t] * a[t];
      d[t] *= theta[first + t];  // of a_t
    }
    if (shape_.attention != AblationAttention::linear) softmax_backward(a, tokens, d);  // of z_t
    for (int t = 0; t < tokens; ++t) {
      if (logit) g[first + t] += d[t];
      for (int i = 0; i < D; ++i) query_slope_[i] += d[t] * tokens_[t * D + i];
    }
    multiply_backward({theta + h * D * D, g + h * D * D, D, D}, &tokens_[row * D], query_slope_.data(), nullptr);
  }
}

}  // namespace icsweep
