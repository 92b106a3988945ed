// Properties of every task, tested with its examples.
#include <gtest/gtest.h>

#include <random>

#include "tasks/papers_tasks.hpp"
#include "tests/tasks/examples.hpp"

namespace icsweep {
namespace {

class EveryTask : public ::testing::Test {
 protected:
  /// Compared by bits, since some results are NaN.
  static std::map<std::string, std::vector<std::uint64_t>> bits_on(int threads, const test::Example& example) {
    test::Recorder context;
    context.set_threads(threads);
    return bits_in(context, example);
  }
  static std::map<std::string, std::vector<std::uint64_t>> bits_in(test::Recorder& context,
                                                                   const test::Example& example) {
    papers_tasks().find(example.task).run(example.config, context);
    auto bits = test::bits(context.results());
    for (const float weight : context.weights()) bits["weights"].push_back(std::bit_cast<std::uint32_t>(weight));
    return bits;
  }

  test::ExampleFolder folder_;
};

TEST_F(EveryTask, HasAnExample) {
  for (const Task* task : papers_tasks().all()) EXPECT_FALSE(task->examples().empty()) << task->schema().task;
}

TEST_F(EveryTask, GivesTheResultsThatItsSchemaDeclares) {
  for (const auto& [task, config] : folder_.examples()) {
    SCOPED_TRACE(task);
    std::set<std::string> outputs;
    for (const auto& output : papers_tasks().find(task).schema().outputs) outputs.insert(output.name);
    test::expect_declared_results(task, config, test::run(task, config), outputs);
  }
}

TEST_F(EveryTask, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const auto& example : folder_.examples()) {
    const auto alone = bits_on(1, example);
    for (const int threads : {2, 3, 16}) EXPECT_EQ(bits_on(threads, example), alone) << example.task << ", " << threads;
  }
}

/// Value of `same_as`, which is written as in a message.
Value read_as(const Parameter& p, const std::string& text) {
  if (p.type() == ValueType::text) return text;
  return p.type() == ValueType::integer ? Value(std::int64_t(std::stoll(text))) : Value(std::stod(text));
}

/// A value close to the default, but different.
Value another(const Parameter& p) {
  if (p.type() == ValueType::integer) return std::get<std::int64_t>(p.default_value) + 1;
  return std::get<double>(p.default_value) * 1.25;
}

/// The example with a setting that is idle by the rule, and the one that it must equal.
std::pair<test::Example, test::Example> pair_of(const test::Example& example, const Parameter& p,
                                                const IdleSetting& rule) {
  test::Example with = example, without = example;
  if (p.name == "schedule") with.config.set("warmup", std::int64_t{0}), without.config.set("warmup", std::int64_t{0});
  if (!rule.value) {
    with.config.set(p.name, another(p));
    return {with, without};
  }
  with.config.set(rule.where, rule.at), with.config.set(p.name, *rule.value);
  if (p.name != "schedule") without.config.set(rule.where, rule.at);  // a constant one has no final rate
  without.config.set(p.name, read_as(p, rule.same_as));
  return {with, without};
}

bool admits(const test::Example& example) {
  try {
    papers_tasks().find(example.task).validate(example.config);
    return true;
  } catch (const Error&) {
    return false;
  }
}

TEST_F(EveryTask, ComputesTheSameBitsWithSettingsThatItsSchemaCallsIdle) {
  std::map<std::string, int> compared;
  for (const auto& example : folder_.examples())
    for (const Parameter& p : papers_tasks().find(example.task).schema().parameters)
      for (const IdleSetting& rule : p.idle) {
        if (!rule.value && example.config.at(rule.where) == rule.at) continue;
        const auto [with, without] = pair_of(example, p, rule);
        if (!admits(with) || !admits(without)) continue;
        EXPECT_EQ(bits_on(1, with), bits_on(1, without)) << example.task << ": " << p.name << ", " << rule.where;
        ++compared[p.name];
      }
  for (const char* name : {"optimizer", "warmup", "schedule", "positions", "activation", "hidden", "decay", "q",
                           "shortest_period", "longest_period", "mu", "kernel"})
    EXPECT_GT(compared[name], 0) << name;
}

/// Lends processors, and takes them back between two steps.
class Lending : public test::Recorder {
 public:
  explicit Lending(unsigned seed) : random_(seed) {}

 protected:
  void on_tick(const Progress& progress) override {
    Recorder::on_tick(progress);
    set_threads(std::uniform_int_distribution<int>(1, 5)(random_));
  }

 private:
  std::mt19937 random_;
};

TEST_F(EveryTask, GivesTheSameBitsIfItsThreadsChangeAtAnyStep) {
  for (const auto& example : folder_.examples()) {
    const auto alone = bits_on(1, example);
    for (const unsigned seed : {1u, 2u}) {
      Lending context(seed);
      EXPECT_EQ(bits_in(context, example), alone) << example.task << ", " << seed;
    }
  }
}

TEST_F(EveryTask, HasWeightsIfItHasAGradient) {
  for (const auto& [task, config] : folder_.examples())
    EXPECT_EQ(papers_tasks().find(task).weights(config).empty(), papers_tasks().find(task).gradient_error(config) == 0)
        << task;
}

TEST_F(EveryTask, IsFoundByItsName) {
  for (const Task* task : papers_tasks().all()) EXPECT_EQ(&papers_tasks().find(task->schema().task), task);
}

}  // namespace
}  // namespace icsweep
