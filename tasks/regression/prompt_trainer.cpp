#include "tasks/regression/prompt_trainer.hpp"

#include <limits>

#include "models/kernels/squared_error.hpp"

namespace icsweep {

template <class Real, int N>
PromptTrainer<Real, N>::Worker::Worker(const PromptTraining& t)
    : training(t),
      model(t.shape),
      generator(t.prompts),
      block(t.layout),
      targets(t.shape.tokens * N),
      dpredictions(targets.size()),
      x((t.prompts.examples + 1) * t.prompts.dim),
      y(t.prompts.examples + 1),
      error(t.shape.tokens) {}

template <class Real, int N>
PromptTrainer<Real, N>::PromptTrainer(const PromptTraining& training, const std::vector<double>& initial)
    : training_(std::make_unique<PromptTraining>(training)),
      team_(Worker(*training_), training_flop(training.shape, training.layout.output_tokens()) * N),
      optimiser_(training.adam, initial) {}

template <class Real, int N>
const std::vector<int>& PromptTrainer<Real, N>::output_tokens(int points) {
  const TokenLayout& layout = training_->layout;
  output_tokens_.clear();
  if (layout.tokenization == Tokenization::aligned) {
    output_tokens_.push_back((points - 1) / layout.patch);
    return output_tokens_;
  }
  for (int token = 0; token < layout.tokens(); ++token)
    if (const int point = layout.point_of(token); point >= 0 && point < points) output_tokens_.push_back(token);
  return output_tokens_;
}

template <class Real, int N>
void PromptTrainer<Real, N>::Worker::load(int lane, const Real* xs, const Real* ys, int points) {
  if (training.layout.tokenization == Tokenization::aligned) block.set_query(lane, xs, ys, points - 1);
  else block.set(lane, xs, ys);
}

template <class Real, int N>
void PromptTrainer<Real, N>::Worker::draw_block(std::int64_t begin, int lanes, int points) {
  for (int lane = 0; lane < lanes; ++lane) {
    generator.draw<Real>(training.seed, Purpose::training_data, std::uint64_t(begin + lane), x.data(), y.data());
    load(lane, x.data(), y.data(), points);
  }
  block.pad(lanes);
}

template <class Real, int N>
void PromptTrainer<Real, N>::Worker::add_gradient(int lanes, OutputTokens tokens, Real factor) {
  gather_tokens(tokens, N, block.targets(), targets.data());
  squared_error<Real, N>({int(tokens.size()), 1}, lanes, model.forward(block.tokens(), tokens).data(), targets.data(),
                         factor, dpredictions.data(), error.data());
  model.backward(block.tokens(), dpredictions.data());
}

template <class Real, int N>
double PromptTrainer<Real, N>::gradient() {
  const PromptTraining& t = *training_;
  const int points = t.active_points(steps_);
  const std::vector<int>& tokens = output_tokens(points);
  const double terms = double(t.batch) * double(tokens.size());
  const auto begin = [&](Worker& worker) {
    if (t.stage > 0) worker.generator.set_active_dim(t.active_dim(steps_));
    worker.model.set_parameters(optimiser_.parameters());
  };
  team_.train((t.batch + N - 1) / N, begin, [&](Worker& worker, int block) {
    const int first = block * N, lanes = std::min(N, t.batch - first);
    worker.draw_block(steps_ * t.batch + first, lanes, points);
    worker.add_gradient(lanes, tokens, Real(1 / terms));
  });
  team_.first().model.reduce_gradient(optimiser_.gradient());
  double loss = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) loss += team_.error()[i] / terms;
  return loss;
}

template <class Real, int N>
double PromptTrainer<Real, N>::step() {
  const double loss = gradient();
  optimiser_.scale_rate(training_->rate(steps_++));
  optimiser_.step();
  return loss;
}

template <class Real, int N>
void PromptTrainer<Real, N>::predict_block(const Prompts& prompts, int begin, int points, int first,
                                           SquaredErrors& errors) {
  Worker& worker = team_.first();
  const int lanes = std::min(N, prompts.count - begin);
  for (int lane = 0; lane < lanes; ++lane) {
    const Prompt prompt = prompts[begin + lane];
    std::copy_n(prompt.x.data(), worker.x.size(), worker.x.data());
    std::copy_n(prompt.y.data(), worker.y.size(), worker.y.data());
    worker.load(lane, worker.x.data(), worker.y.data(), points);
  }
  worker.block.pad(lanes);
  const auto& tokens = output_tokens(points);
  const Real* predictions = worker.model.forward(worker.block.tokens(), tokens).data();
  for (const int token : tokens) {
    const bool aligned = training_->layout.tokenization == Tokenization::aligned;
    const int point = aligned ? points - 1 : training_->layout.point_of(token);
    for (int lane = 0; point >= first && lane < lanes; ++lane) {
      const double difference = double(predictions[lane]) - prompts[begin + lane].y[point];
      errors(begin + lane, point) = difference * difference;
    }
    predictions += N;
  }
}

template <class Real, int N>
SquaredErrors PromptTrainer<Real, N>::errors(const Prompts& prompts, int first, const Poll& poll) {
  SquaredErrors errors(prompts.count, prompts.points);
  errors.setConstant(std::numeric_limits<double>::quiet_NaN());
  team_.first().model.set_parameters(optimiser_.parameters());
  const TokenLayout& layout = training_->layout;
  const bool aligned = layout.tokenization == Tokenization::aligned;
  const int lowest = aligned ? (first + layout.patch - 1) / layout.patch * layout.patch : layout.examples;
  for (int query = lowest; query <= layout.examples; query += layout.patch)
    for (int begin = 0; begin < prompts.count; begin += N) {
      predict_block(prompts, begin, query + 1, first, errors);
      if (poll) poll();
    }
  return errors;
}

#define INSTANTIATE(Real, N) template class PromptTrainer<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
