#include "tasks/sampler/sampled_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "tasks/code_task.hpp"
#include "tasks/despite_shortage.hpp"
#include "tasks/fed_task.hpp"
#include "tasks/sampler/sampled_schema.hpp"
#include "tasks/sampler/interpreter.hpp"
#include "tasks/sampler/sampler.hpp"

namespace icsweep {
namespace {

constexpr int least_at_once = 256;  // examples that a test set is drawn by

class SampledTask final : public Task {
 public:
  explicit SampledTask(SamplerDefinition definition)
      : definition_(std::move(definition)), base_(base_of(definition_)), schema_(sampled_schema(definition_, base_)) {}

  const Schema& schema() const override { return schema_; }
  std::string definition() const override { return definition_text(definition_); }
  std::map<std::string, std::string> code_files() const override { return definition_.hashes; }
  std::string summary() const override {
    return fmt::format("{} on examples of {}", definition_.base, definition_.file);
  }
  std::vector<Values> examples() const override {
    std::vector<Values> all = base_.examples();
    for (Values& values : all) std::erase_if(values, [&](const auto& named) { return !schema_.find(named.first); });
    return all;
  }
  void validate(const Config& c) const override { base_.validate(base_config(base_, c)); }
  std::string flop_formula() const override { return base_.flop_formula(); }
  std::vector<WeightArray> weights(const Config& c) const override { return base_.weights(base_config(base_, c)); }
  void prepare() const override {
    if (definition_.is_python()) Interpreter::beside_this_process();
  }
  Precision precision(const Config& c) const override { return base_.precision(base_config(base_, c)); }
  bool resumable(const Config& c) const override { return base_.resumable(base_config(base_, c)); }

  /// Cost of the base, and for Python of two slots of examples and an interpreter.
  Cost cost(const Config& c) const override {
    const Config base = base_config(base_, c);
    Cost cost = base_.cost(base);
    if (definition_.is_python())
      cost.bytes += 4e7 + 8.0 * double(most_at_once(base)) * double(base_.example_shape(base).scalars());
    return cost;
  }

  void run(const Config& c, Context& context) const override {
    Interpreter::use_gpus(context.allotment());
    const auto poll = [&] { context.tick_again(); };
    const auto sampler = despite_shortage(poll, [&] { return open(c, poll); });
    if (const std::string& code = c.text("code"); code != sampler->code())
      throw std::runtime_error(
          fmt::format("{}: is not the code of this experiment ({}, not {}), which has changed since: "
                      "run the sweep again",
                      definition_.file, sampler->code(), code));
    const Config base = base_config(base_, c);
    const ExampleShape shape = base_.example_shape(base);
    expect_pure(definition_, *sampler, shape, c.integer("seed"));
    sampler->expect_known_code();
    base_.run_on(sampler.get(), base, context);
    const auto expect_unchanged = [&] { sampler->expect_unchanged(); };
    if (definition_.baselines.empty()) return expect_unchanged();
    const auto errors = baseline_errors(*sampler, shape, definition_.baselines.size(), c.integer("seed"),
                                        base.small_integer(base_.test_parameter()), [&] { context.poll(); });
    for (std::size_t i = 0; i < errors.size(); ++i) {
      context.put(definition_.baselines[i], errors[i].whole);
      context.put(definition_.baselines[i] + "_error", errors[i].by_target);
    }
    expect_unchanged();
  }

  double gradient_error(const Config& c) const override {
    return base_.gradient_error_on(open(c, {}).get(), base_config(base_, c));
  }

  /// Fills in what only the sampler knows.
  SamplerDefinition inspect(const Config& c, const std::function<void()>& poll) const {
    SamplerDefinition known = definition_;
    Interpreter::end();  // a fresh one has seen no other sampler
    const ExampleShape shape = base_.example_shape(base_config(base_, c));
    auto sampler = open(c, poll);
    known.code = sampler->code();
    known.hashes = sampler->files();
    const auto examples = expect_pure(definition_, *sampler, shape, c.integer("seed"));
    known.baselines = sampler->baselines();
    if (!definition_.is_python()) return known;
    sampler->expect_known_code();
    Interpreter::end();
    sampler = open(c, poll);
    if (sampler->code() != known.code)
      throw std::runtime_error(
          fmt::format("{}: changed while it was inspected: run the same command again", definition_.file));
    if (expect_pure(definition_, *sampler, shape, c.integer("seed")) != examples)
      throw std::runtime_error(
          fmt::format("{}: answers differently in another process: an example may depend on seed and "
                      "its number alone",
                      definition_.file));
    return known;
  }

 private:
  std::unique_ptr<Sampler> open(const Config& c, std::function<void()> poll) const {
    const Config base = base_config(base_, c);
    return opened(definition_,
                  {base_.example_shape(base), own_values(definition_, c), most_at_once(base), std::move(poll)});
  }
  int most_at_once(const Config& base) const {
    return std::max(least_at_once, base.small_integer(base_.batch_parameter()));
  }

  SamplerDefinition definition_;
  const FedTask& base_;
  Schema schema_;
};

SamplerDefinition absolute(SamplerDefinition definition) {
  const std::filesystem::path folder = definition.folder.empty() ? "." : definition.folder;
  definition.folder = (std::filesystem::absolute(folder) / "").lexically_normal().parent_path().string();
  return definition;
}

Config configured(const Schema& schema, const Values& values) {
  Config config = default_config(schema);
  for (const auto& [name, value] : values) {
    const Parameter* parameter = schema.find(name);
    if (!parameter) refuse_setting(fmt::format("{}: task {} has no such parameter", name, schema.task));
    config.set(name, checked(*parameter, value));
  }
  return config;
}

}  // namespace

std::shared_ptr<const Task> sampled_task(SamplerDefinition definition) {
  return std::make_shared<const SampledTask>(absolute(std::move(definition)));
}

SamplerDefinition inspected(SamplerDefinition definition, const Values& values, const std::function<void()>& poll) {
  definition = absolute(std::move(definition));
  definition.code.clear();
  definition.baselines.clear();
  const SampledTask task(definition);
  const Config config = configured(task.schema(), values);
  task.validate(config);
  try {
    definition = task.inspect(config, poll);
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Error(ErrorKind::config, error.what());
  }
  SampledTask{definition};  // refuses names of baselines that are taken
  return definition;
}

}  // namespace icsweep
