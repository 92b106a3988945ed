#include "engine/sweep/parameters.hpp"

#include "io/phrases.hpp"

namespace icsweep {

std::string parameter_suggestion(const std::string& name, const std::vector<const Schema*>& schemas) {
  std::vector<std::string> known;
  for (const Schema* schema : schemas)
    for (const auto& p : schema->parameters) known.push_back(p.name);
  return suggestion(name, known,
                    schemas.size() == 1 ? "icsweep tasks " + schemas[0]->task + " lists them"
                                        : "icsweep tasks TASK lists those of a task");
}

}  // namespace icsweep
