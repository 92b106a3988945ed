// A prompt that a test makes or modifies.
#pragma once

#include "tasks/regression/prompts.hpp"

namespace icsweep {

struct OwnPrompt {
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> x;
  Eigen::VectorXd y;

  OwnPrompt(const Prompt& prompt) : x(prompt.x), y(prompt.y) {}
  operator Prompt() const { return {{x.data(), x.rows(), x.cols()}, {y.data(), y.size()}}; }
};

inline OwnPrompt draw_prompt(const PromptSettings& settings, std::int64_t seed = 1) {
  const Prompts one = draw_prompts(settings, 1, seed, Purpose::check);
  return one[0];
}

}  // namespace icsweep
