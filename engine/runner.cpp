#include "engine/runner.hpp"

#include <chrono>
#include <csignal>

#include "io/lease.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

constexpr std::chrono::seconds commit_every(1);

volatile std::sig_atomic_t stop_flag = 0;

/// Not a std::exception, so that no task takes it for its own.
struct Broken {
  std::string reason;
};

class TickingContext : public Context {
 public:
  TickingContext(StoreWriter& store, const Runner::OnTick& on_tick) : store_(store), on_tick_(on_tick) {}

 protected:
  /// What fails here is ours, not the experiment's: it must pass through the task.
  void on_tick(const Progress& progress) override {
    try {
      store_.commit(commit_every);
      on_tick_(progress);
    } catch (const std::exception& e) {
      throw Broken{e.what()};
    }
    if (stop_requested()) throw Interrupted{};
  }

 private:
  StoreWriter& store_;
  const Runner::OnTick& on_tick_;
};

/// Identity, parameters and results of an experiment as cells; arrays get the shape their dimensions have for this
/// configuration.
Row make_row(const Schema& schema, const Assignment& a, const Results& results) {
  Row row;
  row["identity"] = a.identity;
  for (const auto& [name, value] : a.config.values())
    std::visit([&, &key = name](const auto& v) { row[key] = v; }, value);
  for (const auto& [name, values] : results) {
    const Output* output = schema.find_output(name);
    if (!output) throw Error(ErrorKind::numeric, "task " + schema.task + " gave an undeclared result " + name);
    Array array{{}, values};
    std::size_t size = 1;
    for (const auto& d : output->dimensions)
      array.shape.push_back(d.size(a.config)), size *= std::size_t(array.shape.back());
    if (values.size() != size)
      throw Error(ErrorKind::numeric, "task " + schema.task + " gave " + name + " in another size than declared");
    if (array.shape.empty()) row[name] = values[0];
    else row[name] = std::move(array);
  }
  return row;
}

/// The weights that the task put, checked against what it says of them: the store has room for just that.
std::span<const float> checked_weights(const Task& task, const Assignment& a, const Context& context) {
  const std::vector<float>& weights = context.weights();
  if (!weights.empty() && std::int64_t(weights.size()) != weight_count(task.weights(a.config)))
    throw Error(ErrorKind::numeric, "task " + a.task + " gave its weights in another size than declared");
  return weights;
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

}  // namespace

void stop_on_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) std::signal(signal, [](int) { stop_flag = 1; });
}

bool stop_requested() {
  return stop_flag != 0;
}

Outcome Runner::run(const Assignment& a) {
  const Task& task = find_task(a.task);
  TickingContext context(store_, on_tick_);
  const auto begin = std::chrono::steady_clock::now();
  Outcome outcome = Outcome::done;
  std::string message;
  Row row;
  std::span<const float> weights;
  try {
    task.run(a.config, context);
    row = make_row(task.schema(), a, context.results());
    weights = checked_weights(task, a, context);
  } catch (const Interrupted&) {
    return Outcome::pending;
  } catch (const Broken& e) {
    throw Error(ErrorKind::store, e.reason);
  } catch (const Diverged& e) {
    outcome = Outcome::diverged;
    message = e.what();
    row = make_row(task.schema(), a, context.results());
  } catch (const std::bad_alloc&) {
    outcome = Outcome::failed;
    message = "out of memory";
    row = make_row(task.schema(), a, {});
  } catch (const std::exception& e) {
    outcome = Outcome::failed;
    message = e.what();
    row = make_row(task.schema(), a, {});
  }
  row["message"] = one_line(message);
  row["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  row["finished"] = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  row["host"] = host_name();
  row["level"] = std::string(instruction_set_level());
  row["rank"] = std::int64_t(rank_);
  row["attempts"] = a.attempts + 1;
  row["result_version"] = std::int64_t(task.schema().result_version);
  store_.write(a.task, a.row, std::move(row), outcome, weights);
  store_.commit(commit_every);  // a task that ends before its first tick must not leave that to the next one
  return outcome;
}

}  // namespace icsweep
