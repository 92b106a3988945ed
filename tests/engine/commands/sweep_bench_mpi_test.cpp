#include "engine/commands/sweep_bench.hpp"

#include "io/store/hdf5_store.hpp"
#include "tests/engine/worker/running.hpp"

namespace icsweep {
namespace {

/// A store of three no-op experiments, two of them done.
class SweepBench : public ::testing::Test {
 protected:
  SweepBench() {
    const Sweep sweep = parse_sweep(noop_grid(3), "noop.toml");
    experiments_ = expand(tasks_, sweep).experiments;
    run_jobs(path(), prepare_store({sweep, tasks_}, path(), experiments_, {"test"}), 2);
  }
  std::string path() const { return folder_.file("s.h5"); }
  std::int64_t right() const { return right_rows(tasks_, StoreReader(path())); }
  /// Writes a row with this outcome.
  void write(std::int64_t index, double value, Outcome outcome) const {
    Row row = StoreReader(path()).find("noop")->read_rows(index, 1).at(0);
    row["value"] = value;
    StoreWriter writer(path());
    writer.write("noop", RowIndex(index), row, outcome);
    writer.commit();
  }

  TaskRegistry tasks_{{&noop_task()}};
  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
};

TEST_F(SweepBench, CountsTheRowsThatAreDone) {
  EXPECT_EQ(right(), 2);
  write(2, noop_value(2), Outcome::done);
  EXPECT_EQ(right(), 3);
}

TEST_F(SweepBench, RefusesAResultOfOtherParameters) {
  write(1, noop_value(2), Outcome::done);
  EXPECT_THROW(right(), Error);
}

TEST_F(SweepBench, RefusesWhatFailed) {
  write(2, noop_value(2), Outcome::failed);
  EXPECT_THROW(right(), Error);
}

TEST_F(SweepBench, RefusesARowThatDoesNotMatchItsChecksum) {
  StoreWriter(path()).forget("noop", 1);
  EXPECT_THROW(right(), Error);
}

TEST_F(SweepBench, PlanningTakesMoreMemoryForMoreExperiments) {
  const Planning few = measure_planning(tasks_, 1000), many = measure_planning(tasks_, 100'000);
  EXPECT_GT(few.seconds, 0);
  EXPECT_GT(many.bytes, few.bytes + 99'000 * 32);  // only their identities
}

}  // namespace
}  // namespace icsweep
