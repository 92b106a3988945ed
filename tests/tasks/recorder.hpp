// Runs a task without an engine and records its results.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "tasks/papers_tasks.hpp"

namespace icsweep::test {

/// Counts ticks.
class Recorder : public Context {
 public:
  double scalar(const std::string& name) const { return results().at(name).at(0); }
  int ticks = 0;
  Progress last{};

 protected:
  void on_tick(const Progress& progress) override {
    if (progress.steps == 0) return;                        // a poll before the first step
    if (ticks == 0 || progress.step != last.step) ++ticks;  // all others are polls
    last = progress;
  }
};

/// Default values of the task except the given ones, each checked against the schema.
inline Config configured(const std::string& task, const Values& values) {
  const Schema& schema = papers_tasks().find(task).schema();
  Config config = default_config(schema);
  for (const auto& [name, value] : values) config.set(name, checked(*schema.find(name), value));
  return config;
}

/// The bits of results: by bits NaN equals NaN.
inline std::map<std::string, std::vector<std::uint64_t>> bits(const Results& results) {
  std::map<std::string, std::vector<std::uint64_t>> all;
  for (const auto& [name, values] : results)
    for (const double v : values) all[name].push_back(std::bit_cast<std::uint64_t>(v));
  return all;
}

inline Recorder run(const std::string& task, const Config& config) {
  papers_tasks().find(task).validate(config);
  Recorder recorder;
  papers_tasks().find(task).run(config, recorder);
  return recorder;
}

/// Message of the divergence; empty if the task did not diverge.
inline std::string divergence(const std::string& task, const Config& config) {
  try {
    run(task, config);
  } catch (const Diverged& e) {
    return e.what();
  }
  return "";
}

/// Message of the Error that refuses the configuration; empty if it is accepted.
inline std::string refusal(const std::string& task, const Values& values) {
  try {
    papers_tasks().find(task).validate(configured(task, values));
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

/// Expects every declared result and no other, in its declared size, finite unless `sparse` names it, and the declared
/// weights. steps_to_half may be NaN if no checkpoint is below half.
inline void expect_declared_results(const std::string& task, const Config& config, const Recorder& r,
                                    const std::set<std::string>& sparse = {}) {
  const Schema& schema = papers_tasks().find(task).schema();
  EXPECT_EQ(r.results().size(), schema.outputs.size());
  EXPECT_EQ(std::int64_t(r.weights().size()), weight_count(papers_tasks().find(task).weights(config)));
  for (const float w : r.weights()) EXPECT_TRUE(std::isfinite(w));
  for (const auto& output : schema.outputs) {
    std::size_t size = 1;
    for (const auto& d : output.dimensions) size *= std::size_t(d.size(config));
    ASSERT_TRUE(r.results().contains(output.name)) << output.name;
    EXPECT_EQ(r.results().at(output.name).size(), size) << output.name;
    if (sparse.contains(output.name) || output.name == "steps_to_half") continue;
    for (const double v : r.results().at(output.name)) EXPECT_TRUE(std::isfinite(v)) << output.name;
  }
}

}  // namespace icsweep::test
