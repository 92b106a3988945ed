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

/// Processors that are lent and taken back between two steps.
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
