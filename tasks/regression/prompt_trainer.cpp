#include "tasks/regression/prompt_trainer.hpp"

#include <algorithm>
#include <limits>

namespace icsweep {
namespace {

constexpr int poll_every = 256;  // prompts of an evaluation

/// A batch of `count` stored prompts from `first` on, rounded to Real.
template <class Real>
class KeptPrompts final : public Examples<Real> {
 public:
  KeptPrompts(const Prompts& prompts, int first, int count) : prompts_(prompts), first_(first), count_(count) {}

  int count() const override { return count_; }
  const Real* read(int index, int, Real* buffer) override {
    const Prompt prompt = prompts_[first_ + index];
    Real* const labels = std::copy_n(prompt.x.data(), prompt.x.size(), buffer);
    std::copy_n(prompt.y.data(), prompt.y.size(), labels);
    return buffer;
  }

 private:
  const Prompts& prompts_;
  int first_, count_;
};

template <class Real>
const Real* read_from(ExampleSource& source, std::size_t scalars, int index, Real* buffer) {
  if constexpr (std::is_same_v<Real, float>) {
    return source.read(index, buffer);
  } else {
    std::vector<float> single(scalars);
    std::copy_n(source.read(index, single.data()), scalars, buffer);
    return buffer;
  }
}

}  // namespace

template <class Real>
DrawnPrompts<Real>::DrawnPrompts(const PromptTraining& training)
    : training_(training),
      batch_(training.batch),
      generators_(1, PromptGenerator(training.prompts)),
      source_(training.prompts.source) {}

template <class Real>
void DrawnPrompts<Real>::begin_step(std::int64_t step) {
  first_ = step * batch_;
  if (source_) source_->begin({training_.seed, Purpose::training_data, first_, batch_}, training_.steps * batch_);
  if (training_.stage == 0) return;
  for (PromptGenerator& generator : generators_) generator.set_active_dim(training_.active_dim(step));
}

template <class Real>
const Real* DrawnPrompts<Real>::read(int index, int reader, Real* buffer) {
  if (source_) return read_from(*source_, training_.prompts.shape().scalars(), index, buffer);
  Real* const labels = buffer + std::size_t(training_.prompts.examples + 1) * training_.prompts.dim;
  generators_[std::size_t(reader)].template draw<Real>(training_.seed, Purpose::training_data,
                                                       std::uint64_t(first_ + index), buffer, labels);
  return buffer;
}

template <class Real>
PromptTrainer<Real>::PromptTrainer(const PromptTraining& t, std::unique_ptr<BatchGradient<Real>> model,
                                   const std::vector<double>& initial)
    : training_(std::make_unique<PromptTraining>(t)),
      map_(prompt_tokens(t.layout, t.prompts.examples + 1)),
      points_(t.prompts.examples + 1),
      model_(std::move(model)),
      prompts_(*training_),
      optimiser_(t.optimiser, initial) {}

template <class Real>
PromptTrainer<Real>::PromptTrainer(const PromptTraining& t, const std::vector<double>& initial)
    : PromptTrainer(t, gradient_in<Real>(t.shape, prompt_tokens(t.layout, t.prompts.examples + 1)), initial) {}

template <class Real>
const TokenMap& PromptTrainer<Real>::use_points(int points) {
  if (points == points_) return map_;
  map_ = prompt_tokens(training_->layout, points_ = points);
  model_->set_tokens(map_);
  return map_;
}

template <class Real>
double PromptTrainer<Real>::gradient() {
  const double terms = double(training_->batch) * use_points(training_->active_points(steps_)).target_scalars();
  prompts_.begin_step(steps_);
  double loss = 0;
  for (const double e : model_->gradient(parameters(), prompts_, Real(1 / terms), optimiser_.gradient()))
    loss += e / terms;
  return loss;
}

template <class Real>
double PromptTrainer<Real>::step() {
  const double loss = gradient();
  gradient_norm_ = optimiser_.step();
  ++steps_;
  return loss;
}

template <class Real>
void PromptTrainer<Real>::predict(const Prompts& prompts, int points, int first, const Poll& poll,
                                  SquaredErrors& errors) {
  const TokenMap& map = use_points(points);
  const int label = map.example - prompts.points;
  std::vector<Real> predictions;
  for (int begin = 0; begin < prompts.count; begin += poll_every) {
    KeptPrompts<Real> some(prompts, begin, std::min(poll_every, prompts.count - begin));
    predictions.resize(std::size_t(some.count()) * map.target_scalars());
    model_->predict(tested(), some, predictions);
    auto prediction = predictions.begin();
    for (int i = begin; i < begin + some.count(); ++i)
      for (const int target : map.targets) {
        const int point = target - label;
        const double difference = double(*prediction++) - prompts[i].y[point];
        if (point >= first) errors(i, point) = difference * difference;
      }
    if (poll) poll();
  }
}

template <class Real>
SquaredErrors PromptTrainer<Real>::errors(const Prompts& prompts, int first, const Poll& poll) {
  SquaredErrors errors(prompts.count, prompts.points);
  errors.setConstant(std::numeric_limits<double>::quiet_NaN());
  for_each_pass(training_->layout, first, [&](int query) { predict(prompts, query + 1, first, poll, errors); });
  return errors;
}

template class PromptTrainer<float>;
template class PromptTrainer<double>;

}  // namespace icsweep
