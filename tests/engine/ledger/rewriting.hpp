// Stores of tiny experiments for tests of merge and delete.
#pragma once

#include <gtest/gtest.h>

#include "engine/verify/verify_rows.hpp"
#include "io/store/hdf5_store.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/engine/worker/running.hpp"

namespace icsweep {

class Rewriting : public ::testing::Test {
 protected:
  /// A store of tiny experiments with these seeds, of which a launch has run the first `count`.
  std::string store(const std::string& name, const std::string& seeds, std::size_t count = 99,
                    const std::string& rest = "") {
    const std::string path = folder_.file(name);
    const Sweep sweep = parse_sweep(
        "[[grid]]\ntask = \"augmented\"\nlength = 4\ndim = 2\nsequences = 16\ntest_sequences = 16\nepochs = 2\nbatch "
        "= 16\nseed = " +
            seeds + "\n" + rest,
        name);
    experiments_ = expand(papers_tasks(), sweep).experiments;
    const StorePlan plan = prepare_store({sweep, papers_tasks()}, path, experiments_, {"icsweep run " + name});
    StoreWriter writer(path);
    writer.begin_launch({.sweep_text = sweep.text, .command = "icsweep run " + name, .began = utc_now()});
    const StopFlag stop;
    Runner runner(writer, Rank(0), {.launch = plan.launch}, stop, [](const Progress&) {});
    for (std::size_t j = 0; j < std::min(count, plan.jobs.size()); ++j) {
      const Job& job = plan.jobs[JobIndex(j)];
      runner.run({job.experiment->task, job.experiment->identity, job.experiment->config, job.row, job.attempts});
    }
    writer.commit();
    writer.end_launch(ending::complete);
    return path;
  }
  static Verified verified(const std::string& path) {
    return verify_rows(papers_tasks(), StoreReader(path), false,
                       [](const Finding& f) { ADD_FAILURE() << f.identity << f.wrong.at(0); });
  }
  static std::vector<std::int64_t> column(const std::string& path, const std::string& name) {
    return StoreReader(path).find("augmented")->integers(name);
  }
  static std::map<std::string, std::int64_t> digests(const std::string& path) {
    const StoreReader store(path);
    const auto identities = store.find("augmented")->texts("identity");
    const auto values = store.find("augmented")->integers("digest");
    std::map<std::string, std::int64_t> result;
    for (std::size_t i = 0; i < values.size(); ++i) result[identities[i]] = values[i];
    return result;
  }
  std::string path(const std::string& name) const { return folder_.file(name); }

  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
};

}  // namespace icsweep
