// Loss and gradient of a batch, computed on lanes and threads of the processor.
#pragma once

#include "models/cpu/lane_team.hpp"
#include "models/cpu/model_lanes.hpp"

namespace icsweep {

/// Model: TransformerLanes or DecoderLanes.
template <class Real, int N, class Model>
class LaneGradient final : public BatchGradient<Real> {
 public:
  LaneGradient(const Model& model, const TokenMap& map, bool shares_blocks = false)
      : team_(Worker{model, TokenLanes<Real, N>(map), std::vector<double>(std::size_t(map.tokens))}, shares_blocks),
        outputs_(map.output_tokens.size()) {}

  int set_threads(int threads) override { return team_.set_threads(threads); }
  void set_members(Members* members) override { members_ = members; }
  void set_tokens(const TokenMap& map) override {
    outputs_ = map.output_tokens.size();
    team_.for_each([&](Worker& worker) { worker.lanes.set_map(map); });
  }

  std::span<const double> gradient(std::span<const Real> theta, Examples<Real>& batch, Real factor,
                                   std::span<Real> gradient) override {
    const auto add_block = [&](Worker& worker, int block) {
      worker.lanes.load(batch, team_.index(worker), block * N);
      worker.lanes.prefetch(batch, (block + 1) * N);
      worker.model.add_gradient(worker.lanes, factor, worker.error.data());
    };
    team_.train(blocks_of(batch), with(theta), add_block, members_);
    team_.first().model.reduce_gradient(gradient);
    return errors();
  }

  std::span<const double> evaluate(std::span<const Real> theta, Examples<Real>& batch) override {
    team_.evaluate(blocks_of(batch), with(theta), [&](Worker& worker, int block) {
      worker.lanes.load(batch, team_.index(worker), block * N);
      worker.model.add_error(worker.lanes, worker.error.data());
    });
    return errors();
  }

  void predict(std::span<const Real> theta, Examples<Real>& batch, std::span<Real> predictions) override {
    team_.evaluate(blocks_of(batch), with(theta), [&](Worker& worker, int block) {
      worker.lanes.load(batch, team_.index(worker), block * N);
      const std::span<const Real> lanes = worker.model.predict(worker.lanes);
      const std::size_t size = std::size_t(worker.lanes.map().target_scalars());
      for (int n = 0; n < worker.lanes.active(); ++n)
        for (std::size_t i = 0; i < size; ++i) predictions[(block * N + n) * size + i] = lanes[i * N + n];
    });
  }

 private:
  struct Worker {
    Model model;
    TokenLanes<Real, N> lanes;
    std::vector<double> error;  // by output token
  };

  static int blocks_of(const Examples<Real>& batch) { return (batch.count() + N - 1) / N; }
  static auto with(std::span<const Real> theta) {
    return [theta](Worker& worker) { worker.model.set_parameters(theta); };
  }
  std::span<const double> errors() const { return std::span(team_.error()).first(outputs_); }

  LaneTeam<Real, Worker> team_;
  Members* members_ = nullptr;
  std::size_t outputs_;
};

template <class Real, int N>
std::unique_ptr<BatchGradient<Real>> lane_gradient(const TransformerShape& shape, const TokenMap& map) {
  using Model = TransformerLanes<Real, N>;
  return std::make_unique<LaneGradient<Real, N, Model>>(Model(shape), map);
}
template <class Real, int N>
std::unique_ptr<BatchGradient<Real>> lane_gradient(const DecoderShape& shape, const TokenMap& map) {
  using Model = DecoderLanes<Real, N>;
  return std::make_unique<LaneGradient<Real, N, Model>>(Model(shape), map, shape.shares_blocks());
}

}  // namespace icsweep
