// A store of two tiny experiments, for tests that run them.
#pragma once

#include <gtest/gtest.h>

#include "engine/ledger/store_plan.hpp"
#include "engine/worker/runner.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/temporary_folder.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {

/// Runs the first `count` jobs of a plan and marks their rows.
inline void run_jobs(const std::string& store, const StorePlan& plan, std::size_t count) {
  const StopFlag stop;
  StoreWriter writer(store);
  Runner runner(writer, Rank(0), {}, stop, [](const Progress&) {});
  for (std::size_t j = 0; j < std::min(count, plan.jobs.size()); ++j) {
    const Job& job = plan.jobs[JobIndex(j)];
    runner.run({job.experiment->task, job.experiment->identity, job.experiment->config, job.row, job.attempts});
  }
  writer.commit();
}

class Running : public ::testing::Test {
 protected:
  Running() {
    const Sweep sweep = parse_sweep(
        "[[grid]]\ntask = \"augmented\"\nlength = 4\ndim = 2\nsequences = 16\ntest_sequences = 16\nepochs = 50\n"
        "batch = 16\nlearning_rate = [0.005, 1e3]\n",
        "s.toml");
    experiments_ = expand(papers_tasks(), sweep).experiments;
    prepare_store({sweep, papers_tasks()}, path(), experiments_, {"test"});
  }
  Assignment assignment(std::size_t row) const {
    return {experiments_[row].task, experiments_[row].identity, experiments_[row].config, RowIndex(std::int64_t(row))};
  }
  Row row(std::int64_t index) const { return StoreReader(path()).find("augmented")->read_rows(index, 1).at(0); }
  Outcome outcome(std::int64_t index) const { return Outcome(std::get<std::int64_t>(row(index).at("status"))); }
  std::string path() const { return folder_.file("s.h5"); }

  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
  StopFlag stop_;
};

}  // namespace icsweep
