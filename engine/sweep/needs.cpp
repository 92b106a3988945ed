#include "engine/sweep/needs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/phrases.hpp"

namespace icsweep {

void expect_room(const std::vector<const Experiment*>& experiments, const std::vector<HostCapacity>& hosts) {
  std::vector<Resources> held;  // by some host; a sweep has few different ones
  for (const Experiment* e : experiments) {
    const Resources& needs = e->settings->resources;
    if (!needs.are_stated() || std::ranges::count(held, needs) > 0) continue;
    const std::string lack = lack_of(needs, hosts);
    held.push_back(needs);
    if (lack.empty()) continue;
    const std::string label = !e->varying->empty() ? " " + e->label() : "";
    throw sweep_error(e->settings->resources_place, fmt::format("{}{} {}", e->task->schema().task, label, lack));
  }
}

std::vector<std::string> needs_of(const std::vector<Experiment>& experiments) {
  std::vector<std::pair<Resources, std::size_t>> kinds;
  for (const Experiment& e : experiments) {
    const Resources& needs = e.settings->resources;
    if (!needs.are_stated()) continue;
    const auto known = std::ranges::find(kinds, needs, [](const auto& kind) { return kind.first; });
    if (known == kinds.end()) kinds.emplace_back(needs, 1);
    else ++known->second;
  }
  std::vector<std::string> sentences;
  for (const auto& [needs, count] : kinds)
    sentences.push_back(count == 1 ? fmt::format("1 experiment needs {}", needs_text(needs))
                                   : fmt::format("{} need {} each", counted(count, "experiment"), needs_text(needs)));
  return sentences;
}

}  // namespace icsweep
