// mixed_store STORE.h5: makes a store of `augmented` with rows of every outcome. The latest sweep has rows that are
// done by two builds, diverged, failed, timed out, crashed, pruned and pending. An earlier sweep has done rows.
#include <filesystem>

#include "engine/cluster/mpi_communicator.hpp"
#include "support/synthetic_store.hpp"

int main(int count, char** values) {
  using namespace icsweep;
  using enum Outcome;
  if (count != 2) return 2;
  const Communicator communicator;
  SyntheticStore store("augmented");
  std::vector<SyntheticStore::Fate> fates;
  const auto add = [&](int depth, Outcome outcome, bool planned = true, const char* build = "this") {
    Config& config = store.add();
    config.set("depth", std::int64_t{depth});
    config.set("seed", std::int64_t(fates.size()));
    fates.push_back({outcome, planned, build});
  };
  for (const char* build : {"this", "this", "another", "another"}) add(1, done, true, build);
  for (const Outcome outcome : {done, done, diverged, failed}) add(2, outcome);
  for (const Outcome outcome : {pruned, timed_out, crashed, pending}) add(3, outcome);
  for (const int depth : {1, 1, 2, 4, 4}) add(depth, done, false);
  store.write(
      [](const Config& config, const std::string&, std::size_t element) {
        return double(config.integer("depth")) + 0.01 * double(config.integer("seed")) + 0.001 * double(element);
      },
      fates);
  std::filesystem::copy_file(store.path(), values[1]);
}
