#include "engine/commands/sweep_bench.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "engine/cluster/exit_status.hpp"
#include "engine/ledger/row_check.hpp"
#include "io/base/process.hpp"
#include "io/base/variable.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

class NoopTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"noop", 1, {seed("makes it another")}, {{"value", "half the seed", {}}}};
    return schema;
  }
  Cost cost(const Config&) const override { return {1, 1, 1e6}; }
  std::string flop_formula() const override { return "FLOP of noop: none."; }

  void run(const Config& config, Context& context) const override {
    context.tick({0, 1, 0, 0});
    context.put("value", noop_value(config.integer("seed")));
    context.tick({1, 1, 1, 0});
  }
};

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;

/// A folder in the current one, or in TMPDIR: on the file system where the stores of users are.
fs::path bench_parent() {
  const std::string chosen = variable("TMPDIR");
  return chosen.empty() ? "." : chosen;
}

}  // namespace

const Task& noop_task() {
  static const NoopTask task;
  return task;
}

double noop_value(std::int64_t seed) {
  return 0.5 * double(seed);
}

std::string noop_grid(std::int64_t experiments) {
  return fmt::format("[[grid]]\ntask = \"noop\"\nseed = {{ count = {} }}\n", experiments);
}

Planning measure_planning(const TaskRegistry& tasks, std::int64_t experiments) {
  const auto begin = Clock::now();
  Process process([&](int) {
    try {
      const Expansion points = expand(tasks, parse_sweep(noop_grid(experiments), "noop.toml"));
      if (std::int64_t(points.experiments.size()) == experiments) return;
    } catch (const std::exception&) {
    }
    std::_Exit(1);
  });
  if (const ProcessEnding ending = answer_of(process).ending; !ending.is_success())
    throw Error(ErrorKind::config, fmt::format("bench: {} experiments could not be planned, try fewer: the process {}",
                                               experiments, ending.text()));
  return {std::chrono::duration<double>(Clock::now() - begin).count(), process.peak_bytes()};
}

std::int64_t right_rows(const TaskRegistry& tasks, const Store& store) {
  const StoredTable& table = *store.find("noop");
  std::set<std::int64_t> seen;
  std::int64_t done = 0;
  check_rows(table, task_of(tasks, table.table()), [&](const CheckedRow& row) {
    if (!row.damage.empty() || !row.misplaced.empty() || row.unmarked)
      refuse_time(fmt::format("row {} does not match its checksum", row.index()));
    const std::int64_t seed = std::get<std::int64_t>(row.cells().at("seed"));
    if (!seen.insert(seed).second) refuse_time(fmt::format("two rows have seed {}", seed));
    if (row.is_pending()) return;
    if (row.entry.outcome != Outcome::done || std::get<double>(row.cells().at("value")) != noop_value(seed))
      refuse_time(fmt::format("the row of seed {} is wrong", seed));
    ++done;
  });
  return done;
}

MeasuredLaunch measure_launch(const Surroundings& s, const Communicator& communicator, const std::string& grids,
                              std::optional<double> walltime) {
  std::optional<TemporaryFolder> folder;
  LaunchOptions o;
  if (communicator.rank() == Rank(0)) {
    folder.emplace(bench_parent());
    o.sweep.path = folder->file("sweep.toml");
    if (!(std::ofstream(o.sweep.path) << grids)) throw Error(ErrorKind::config, o.sweep.path + ": cannot be written");
  }
  o.store = communicator.broadcast(folder ? folder->file("store.h5") : "");
  o.words = {"icsweep", "bench", "sweep"};
  o.walltime = walltime;
  o.quiet = true;
  MeasuredLaunch m;
  const int status = launch(s, communicator, o, &m.times);
  m.times.answers = communicator.gather(m.times.answers);  // when every rank has closed the store
  if (communicator.rank() != Rank(0)) return m;
  if (status != exit_success && !(status == exit_stopped && walltime)) refuse_time("stopped before the end");
  m.done = right_rows(s.tasks, StoreReader(o.store, StoreReader::Trial::none));
  return m;
}

void refuse_time(const std::string& what) {
  throw Error(ErrorKind::store, fmt::format("bench: {}; no time is printed", what));
}

}  // namespace icsweep
