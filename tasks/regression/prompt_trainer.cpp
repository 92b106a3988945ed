#include "tasks/regression/prompt_trainer.hpp"

#include <limits>

#include "models/kernels/squared_error.hpp"

namespace icsweep {

template <class Real, int N>
PromptTrainer<Real, N>::PromptTrainer(const PromptTraining& training, const std::vector<double>& initial)
    : training_(training),
      model_(training.shape),
      optimiser_(training.adam, initial),
      generator_(training.prompts),
      block_(training.layout),
      slopes_(training.shape.tokens * N),
      dpredictions_(slopes_.size()),
      x_((training.prompts.examples + 1) * training.prompts.dim),
      y_(training.prompts.examples + 1),
      error_(training.shape.tokens) {}

template <class Real, int N>
std::vector<int> PromptTrainer<Real, N>::reads(int points) const {
  const TokenLayout& layout = training_.layout;
  if (layout.tokenization == Tokenization::aligned) return {(points - 1) / layout.patch};
  std::vector<int> tokens;
  for (int token = 0; token < layout.tokens(); ++token)
    if (const int point = layout.point_of(token); point >= 0 && point < points) tokens.push_back(token);
  return tokens;
}

template <class Real, int N>
void PromptTrainer<Real, N>::load(int lane, const Real* x, const Real* y, int points) {
  if (training_.layout.tokenization == Tokenization::aligned) block_.set_query(lane, x, y, points - 1);
  else block_.set(lane, x, y);
}

template <class Real, int N>
void PromptTrainer<Real, N>::draw_block(std::int64_t begin, int lanes, int points) {
  for (int lane = 0; lane < lanes; ++lane) {
    generator_.draw<Real>(training_.seed, Purpose::training_data, std::uint64_t(begin + lane), x_.data(), y_.data());
    load(lane, x_.data(), y_.data(), points);
  }
  block_.pad(lanes);
}

template <class Real, int N>
double PromptTrainer<Real, N>::gradient() {
  const PromptTraining& t = training_;
  if (t.stage > 0) generator_.set_active_dim(t.active_dim(steps_));
  const int points = t.active_points(steps_);
  const std::vector<int> tokens = reads(points);
  const double terms = double(t.batch) * double(tokens.size());
  std::fill(error_.begin(), error_.end(), 0.0);
  model_.set_parameters(optimiser_.parameters());
  for (int begin = 0; begin < t.batch; begin += N) {
    const int lanes = std::min(N, t.batch - begin);
    draw_block(steps_ * t.batch + begin, lanes, points);
    squared_error<Real, N>({t.shape.tokens, 1}, lanes, model_.forward(block_.tokens()).data(), block_.targets(),
                           Real(1 / terms), slopes_.data(), error_.data());
    std::fill(dpredictions_.begin(), dpredictions_.end(), Real(0));
    for (const int token : tokens) std::copy_n(slopes_.data() + token * N, N, dpredictions_.data() + token * N);
    model_.backward(block_.tokens(), dpredictions_.data());
  }
  model_.take_gradient(optimiser_.gradient());
  double loss = 0;
  for (const int token : tokens) loss += error_[token] / terms;
  return loss;
}

template <class Real, int N>
double PromptTrainer<Real, N>::step() {
  const double loss = gradient();
  optimiser_.scale_rate(training_.rate(steps_++));
  optimiser_.step();
  return loss;
}

template <class Real, int N>
void PromptTrainer<Real, N>::predict_block(const Prompts& prompts, int begin, int points, int first,
                                           SquaredErrors& errors) {
  const int lanes = std::min(N, prompts.count - begin);
  for (int lane = 0; lane < lanes; ++lane) {
    const Prompt prompt = prompts[begin + lane];
    std::copy_n(prompt.x.data(), x_.size(), x_.data());
    std::copy_n(prompt.y.data(), y_.size(), y_.data());
    load(lane, x_.data(), y_.data(), points);
  }
  block_.pad(lanes);
  const auto predictions = model_.forward(block_.tokens());
  for (const int token : reads(points)) {
    const bool aligned = training_.layout.tokenization == Tokenization::aligned;
    const int point = aligned ? points - 1 : training_.layout.point_of(token);
    for (int lane = 0; point >= first && lane < lanes; ++lane) {
      const double difference = double(predictions[token * N + lane]) - prompts[begin + lane].y[point];
      errors(begin + lane, point) = difference * difference;
    }
  }
}

template <class Real, int N>
SquaredErrors PromptTrainer<Real, N>::errors(const Prompts& prompts, int first, const Pause& pause) {
  SquaredErrors errors(prompts.count, prompts.points);
  errors.setConstant(std::numeric_limits<double>::quiet_NaN());
  model_.set_parameters(optimiser_.parameters());
  const TokenLayout& layout = training_.layout;
  const bool aligned = layout.tokenization == Tokenization::aligned;
  const int lowest = aligned ? (first + layout.patch - 1) / layout.patch * layout.patch : layout.examples;
  for (int query = lowest; query <= layout.examples; query += layout.patch)
    for (int begin = 0; begin < prompts.count; begin += N) {
      predict_block(prompts, begin, query + 1, first, errors);
      if (pause) pause();
    }
  return errors;
}

#define INSTANTIATE(Real, N) template class PromptTrainer<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
