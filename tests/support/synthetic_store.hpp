// A store of a real task with invented results, which the test knows.
#pragma once

#include <functional>
#include <vector>

#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {

class SyntheticStore {
 public:
  /// Returns an element of a result, row-major within the experiment's own size.
  using Value = std::function<double(const Config&, const std::string& output, std::size_t element)>;

  explicit SyntheticStore(const std::string& task) : schema_(papers_tasks().find(task).schema()) {}

  /// Adds an experiment with default values, which the caller may change.
  Config& add() { return configs_.emplace_back(default_config(schema_)); }

  /// The outcome of an experiment, whether the latest sweep plans it, and the build that computed it.
  struct Fate {
    Outcome outcome = Outcome::done;
    bool planned = true;
    std::string build{};
  };

  /// Writes all experiments as done, except number `of`, which ends as `outcome`.
  void write(const Value& value, Outcome outcome = Outcome::done, int of = -1) {
    std::vector<Fate> fates(configs_.size());
    if (of >= 0) fates[std::size_t(of)].outcome = outcome;
    write(value, fates);
  }

  /// Writes all experiments. Pending ones get no results.
  void write(const Value& value, const std::vector<Fate>& fates) {
    TablePlan plan{make_table(schema_), nullptr, {}, {}, {}};
    for (const auto& config : configs_) {
      plan.planned.push_back(fates[plan.added.size()].planned);
      plan.added.push_back({identity(schema_, config), config});
      for (const auto& output : schema_.outputs)
        for (const auto& d : output.dimensions)
          plan.table.extents[d.name] = std::max(plan.table.extents[d.name], d.size(config));
    }
    create_store(path(), {"synthetic", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
    StoreWriter writer(path());
    for (std::size_t i = 0; i < configs_.size(); ++i) {
      if (fates[i].outcome == Outcome::pending) continue;
      Row cells = row(configs_[i], value);
      if (!fates[i].build.empty()) cells["build"] = fates[i].build;
      writer.write(schema_.task, RowIndex(std::int64_t(i)), std::move(cells), fates[i].outcome);
    }
    writer.commit();
  }

  std::string path() const { return folder_.file("s.h5"); }

 private:
  Row row(const Config& config, const Value& value) const {
    Row row = row_without_results(schema_, config);
    for (const auto& output : schema_.outputs) {
      Array array;
      for (const auto& d : output.dimensions) array.shape.push_back(d.size(config));
      const std::int64_t count = WeightArray{"", array.shape}.count();
      for (std::int64_t e = 0; e < count; ++e) array.values.push_back(value(config, output.name, std::size_t(e)));
      if (array.shape.empty()) row[output.name] = array.values.at(0);
      else row[output.name] = std::move(array);
    }
    return row;
  }

  const Schema& schema_;
  std::vector<Config> configs_;
  TemporaryFolder folder_;
};

}  // namespace icsweep
