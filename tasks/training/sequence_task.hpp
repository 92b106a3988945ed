// What tasks have in common whose models train on sequences of another source.
#pragma once

#include "tasks/fed_task.hpp"
#include "tasks/training/sequence_training.hpp"

namespace icsweep {

class SequenceTask : public FedTask {
 public:
  std::string batch_parameter() const override { return "batch"; }
  std::string test_parameter() const override { return "test_sequences"; }
  std::string error_output() const override { return "position_mse"; }
  std::vector<std::string> own_parameters() const override { return context_parameters(); }
};

}  // namespace icsweep
