#include "tasks/sampler/sampled_weights.hpp"

#include <algorithm>

#include "tasks/fed_task.hpp"
#include "tasks/papers_tasks.hpp"
#include "tasks/sampler/sampled_schema.hpp"

namespace icsweep {
namespace {

/// Whether the store has the base's parameters, but for those that were added later and those of its distribution.
bool has_parameters_of(const FedTask& base, const Schema& stored) {
  const std::vector<std::string> own = base.own_parameters();
  return stored.find(own.front()) && stored.find("code") &&
         std::all_of(base.schema().parameters.begin(), base.schema().parameters.end(), [&](const Parameter& p) {
           return stored.find(p.name) || p.neutral || std::find(own.begin(), own.end(), p.name) != own.end();
         });
}

}  // namespace

std::vector<WeightArray> sampled_weights(const Schema& stored, const Config& config) {
  for (const Task* task : papers_tasks().all()) {
    const auto* base = dynamic_cast<const FedTask*>(task);
    if (base && stored.task.starts_with(base->schema().task + "_") && has_parameters_of(*base, stored))
      return base->weights(base_config(*base, config));
  }
  return {};
}

}  // namespace icsweep
