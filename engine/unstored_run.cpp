#include "engine/unstored_run.hpp"

#include "engine/result_row.hpp"
#include "engine/runner.hpp"

namespace icsweep {
namespace {

class UnstoredContext : public Context {
 public:
  explicit UnstoredContext(const std::function<void(const Progress&)>& on_tick) : on_tick_(on_tick) {}

 protected:
  void on_tick(const Progress& progress) override {
    if (stop_requested()) throw Interrupted{};
    on_tick_(progress);
  }

 private:
  const std::function<void(const Progress&)>& on_tick_;
};

}  // namespace

UnstoredRun run_unstored(const Task& task, const Config& config, const std::function<void(const Progress&)>& on_tick) {
  UnstoredContext context(on_tick);
  task.run(config, context);
  const Schema& schema = task.schema();
  Assignment assignment;
  assignment.task = schema.task;
  assignment.identity = identity(schema, config);
  assignment.config = config;
  UnstoredRun run{make_row(schema, assignment, context.results()), context.weights()};
  for (const auto& column : make_table(schema).columns)
    if (column.role == Role::result) run.cells.try_emplace(column.name, no_result(column));
  return run;
}

}  // namespace icsweep
