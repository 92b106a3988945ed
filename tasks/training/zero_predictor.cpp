#include "tasks/training/zero_predictor.hpp"

#include <limits>

namespace icsweep {

void add_zero_outputs(std::vector<Output>& outputs) {
  outputs.push_back(Output{"zero_ratio", "final loss over that of predicting zero", {}}.added());
  outputs.push_back(Output{"steps_to_half", "steps until the loss is below half of that", {}}.added());
}

void put_beside_zero(double zero, double final_loss, const LossAtSteps& curve, Context& context) {
  double first = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = curve.losses.size(); i-- > 0;)
    if (curve.losses[i] < zero / 2) first = curve.steps[i];
  context.put("zero_ratio", final_loss / zero);
  context.put("steps_to_half", first);
}

LossAtSteps curve_of_epochs(const Context& context, const std::string& losses, long batches) {
  LossAtSteps curve{context.results().at("epoch"), context.results().at(losses)};
  for (double& step : curve.steps) step *= double(batches);
  return curve;
}

double zero_mse(const Sequences& s, int first) {
  double sum = 0;
  for (int i = 0; i < s.count; ++i)
    for (int at = first * s.dim; at < s.length * s.dim; ++at) sum += s.sequence(i)[at] * s.sequence(i)[at];
  return sum / (double(s.count) * (s.length - first) * s.dim);
}

}  // namespace icsweep
