#include "engine/worker/kept_attempt.hpp"

#include <fmt/format.h>

#include <cmath>

namespace icsweep {
namespace {

/// Removes all values after that checkpoint.
void cut_after(std::int64_t checkpoint, const Schema& schema, const Config& config, Results& results) {
  for (auto& [name, values] : results) {
    const Output* output = schema.find_output(name);
    const auto checkpoints = output ? std::size_t(output->dimensions[0].size(config)) : 0;
    if (checkpoints == 0) continue;
    const std::size_t end = values.size() / checkpoints * std::size_t(checkpoint + 1);
    for (std::size_t i = end; i < values.size(); ++i) values[i] = std::nan("");
  }
}

}  // namespace

void keep(CheckpointSaver& saver, CheckpointHead head, KeptAttempt kept, std::string_view kind) {
  head.kept = kind;
  std::string state;
  Archive{&state}(kept);
  saver.keep(head, state);
}

std::optional<Attempt> ended_before(const Assignment& a, const Checkpoint& checkpoint, const OnTick& on_tick) {
  KeptAttempt kept;
  Archive archive{std::string_view(checkpoint.state)};
  archive(kept);
  archive.expect_end();
  if (a.rungs && checkpoint.head.search != a.rungs->text()) return std::nullopt;
  const std::size_t passed = std::min(kept.at_rungs.size(), kept.attempt.rungs.size());
  if (a.stint.pruned_at) {
    if (passed <= a.stint.until->value()) return std::nullopt;
    on_tick(kept.at_rungs[a.stint.until->value()]);
    return pruned(a, std::move(kept.attempt));
  }
  if (kept.attempt.outcome == Outcome::pending || (a.stint.until && passed > a.stint.until->value()))
    return std::nullopt;
  on_tick(kept.last);
  return std::move(kept.attempt);
}

std::string pruned_text(const Assignment& a, const std::vector<double>& rungs) {
  const Rungs& r = *a.rungs;
  const std::size_t rung = a.stint.pruned_at->value();
  const std::string place =
      fmt::format("at rung {} of {}, {} {} of {}", rung + 1, r.count() + 1, r.resource, r.at[rung], r.of);
  if (a.stint.until < a.stint.pruned_at) return "its setting left the race without it " + place;
  return fmt::format("not among the best {}: {} {:.6g}", place, r.metric, rungs[rung]);
}

Attempt pruned(const Assignment& a, Attempt attempt) {
  const Schema& schema = a.task->schema();
  attempt.outcome = Outcome::pruned;
  attempt.message = pruned_text(a, attempt.rungs);
  attempt.results = along_training(schema, attempt.results);
  attempt.weights.clear();
  cut_after(a.rungs->checkpoint[a.stint.until->value()], schema, a.config, attempt.results);
  return attempt;
}

Results along_training(const Schema& schema, const Results& results) {
  Results kept;
  for (const auto& [name, values] : results) {
    const Output* output = schema.find_output(name);
    std::vector<std::string> dimensions;
    for (const auto& d : output ? output->dimensions : std::vector<Dimension>{}) dimensions.push_back(d.name);
    if (is_along_training(dimensions)) kept.emplace(name, values);
  }
  return kept;
}

}  // namespace icsweep
