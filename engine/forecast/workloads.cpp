#include "engine/forecast/workloads.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace icsweep {
namespace {

using Integer = std::int64_t;

struct Entry {
  const char *name, *task;
  std::vector<std::pair<const char*, Value>> parameters;  // others keep their default values
};

Entry softmax_and_mlp(const char* name, Integer depth) {
  return {name, "augmented", {{"depth", depth}, {"attention", "softmax"}, {"norm", "post"}, {"mlp", Integer{15}}}};
}

Entry heads_of_fig7(const char* name, Integer heads) {
  return {name, "plain", {{"copies", Integer{2}}, {"heads", heads}}};
}

Entry decoder(const char* name, const char* tokenization, Integer depth, Integer width, Integer heads) {
  return {
      name,
      "regression",
      {{"block", "post_norm"}, {"tokenization", tokenization}, {"depth", depth}, {"width", width}, {"heads", heads}}};
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {"fig5-L1", "augmented", {{"depth", Integer{1}}}},
      {"fig5-L6", "augmented", {{"depth", Integer{6}}}},
      softmax_and_mlp("fig10-L1", 1),
      softmax_and_mlp("fig10-L6", 6),
      heads_of_fig7("fig7-H1", 1),
      heads_of_fig7("fig7-H8", 8),
      heads_of_fig7("fig7-H64", 64),
      {"positional", "positional", {{"steps", Integer{1'000'000'000}}, {"target_loss", 0.0}}},  // else it ends in 2 ms
      {"universality-fig4", "descent_transformer", {}},
      decoder("sca-L1-D64", "sca", 1, 64, 2),
      decoder("sca-L4-D64", "sca", 4, 64, 2),
      decoder("sca-L4-D256", "sca", 4, 256, 8),
      decoder("aligned-L4-D256", "aligned", 4, 256, 8),
  };
  return all;
}

}  // namespace

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const auto& entry : entries()) names.push_back(entry.name);
  return names;
}

Workload find_workload(const TaskRegistry& tasks, const std::string& name) {
  for (const auto& entry : entries()) {
    if (name != entry.name) continue;
    const Task& task = tasks.find(entry.task);
    Config config = default_config(task.schema());
    for (const auto& [parameter, value] : entry.parameters) config.set(parameter, value);
    return {name, &task, config};
  }
  throw Error(ErrorKind::config,
              fmt::format("bench: there is no workload \"{}\", use: {}", name, fmt::join(workload_names(), ", ")));
}

}  // namespace icsweep
