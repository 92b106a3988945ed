// A task that is stopped at any of its ticks goes on elsewhere as if it had never been.
#include <gtest/gtest.h>

#include <bit>
#include <fstream>

#include "tasks/random.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/support/tiny_tokenizer.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep {
namespace {

using namespace std::string_literals;
using Values = std::map<std::string, Value>;

struct Stopped {};

/// Leaves the task at a tick or a breath, counted from 0, as a signal does.
class Stopping : public Context {
 public:
  explicit Stopping(int calls) : calls_(calls) {}
  std::optional<std::string> last;  ///< snapshot at the last tick that gave one

 protected:
  void on_tick(const Progress&) override {
    if (const auto fresh = snapshot()) last = std::string(*fresh);
    if (calls_-- == 0) throw Stopped{};
  }

 private:
  int calls_;
};

struct Experiment {
  std::string task;
  Values values;
};

std::int64_t operator""_i(unsigned long long value) {
  return std::int64_t(value);
}

std::string text_file(const TemporaryFolder& folder) {
  const std::string path = folder.file("text.txt");
  std::ofstream file(path);
  for (int i = 0; i < 400; ++i) file << "he said hello to " << char('a' + i % 26) << char('a' + i * 7 % 26) << "; ";
  return path;
}

/// Every task; those with several ways of training in each.
std::vector<Experiment> experiments(const TemporaryFolder& folder) {
  const test::TinyTokenizer tokenizer(folder);
  const Values sequences{{"dim", 2_i},    {"length", 6_i}, {"sequences", 40_i}, {"test_sequences", 20_i},
                         {"epochs", 4_i}, {"batch", 16_i}};
  const auto with = [](Values values, const Values& more) {
    values.insert(more.begin(), more.end());
    return values;
  };
  const Values prompts{{"dim", 3_i},   {"examples", 8_i}, {"steps", 12_i},      {"batch", 20_i},
                       {"width", 8_i}, {"heads", 2_i},    {"checkpoints", 3_i}, {"prompts", 30_i}};
  return {
      {"augmented", with(sequences, {{"depth", 2_i}})},
      {"augmented", with(sequences, {{"attention", "softmax"s}, {"mlp", 8_i}})},
      {"plain", with(sequences, {{"heads", 2_i}, {"initial_heads", "equal"s}})},
      {"diagonal", {{"steps", 30_i}, {"dim", 4_i}, {"length", 6_i}, {"heads", 4_i}}},
      {"positional", {{"steps", 30_i}, {"length", 6_i}, {"sequences", 40_i}}},
      {"ablation",
       {{"attention", "softmax"s},
        {"mlp", 4_i},
        {"length", 5_i},
        {"sequences", 40_i},
        {"epochs", 4_i},
        {"batch", 16_i},
        {"test_sequences", 20_i}}},
      {"text_fit",
       {{"text", text_file(folder)},
        {"merges", tokenizer.merges},
        {"vocabulary", tokenizer.vocabulary},
        {"dim", 16_i},
        {"sequences", 0_i}}},
      {"trajectory", {}},
      {"kernel_descent", {{"sequences", 12_i}, {"length", 10_i}, {"dim", 3_i}}},
      {"descent_transformer",
       {{"dim", 2_i},
        {"length", 6_i},
        {"sequences", 50_i},
        {"epochs", 12_i},
        {"batch", 16_i},
        {"patience", 5_i},
        {"depth", 2_i},
        {"learning_rate", 0.05}}},
      {"regression", prompts},
      {"regression", with(prompts, {{"curriculum", 4_i}})},
      {"regression_baselines", {{"dim", 3_i}, {"examples", 6_i}, {"prompts", 12_i}, {"network_prompts", 2_i}}},
  };
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

void expect_same(const Context& resumed, const Context& whole) {
  ASSERT_EQ(resumed.results().size(), whole.results().size());
  for (const auto& [name, values] : whole.results()) EXPECT_TRUE(same_bits(resumed.results().at(name), values)) << name;
  EXPECT_EQ(resumed.weights(), whole.weights());
}

/// Calls of on_tick in a whole run.
int calls_of(const Task& task, const Config& config) {
  struct Counter : Context {
    int calls = 0;
    void on_tick(const Progress&) override { ++calls; }
  } counter;
  task.run(config, counter);
  return counter.calls;
}

class Resuming : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(Resuming, EveryTaskIsHere) {
  std::set<std::string> names;
  for (const auto& e : experiments(folder_)) names.insert(e.task);
  EXPECT_EQ(names.size(), papers_tasks().all().size());
}

TEST_F(Resuming, GivesTheSameBitsAfterAStopAtAnyMoment) {
  RandomStream random(1, Purpose::check, 0);
  for (const auto& [name, values] : experiments(folder_)) {
    SCOPED_TRACE(name);
    const Task& task = papers_tasks().find(name);
    const Config config = test::configured(name, values);
    const test::Recorder whole = test::run(name, config);
    const int calls = calls_of(task, config);
    for (int i = 0; i < 12; ++i) {
      SCOPED_TRACE(i);
      Stopping first(i == 0 ? calls - 1 : int(random.below(std::uint64_t(calls))));
      EXPECT_THROW(task.run(config, first), Stopped);
      test::Recorder second;
      if (first.last) second.restore(*first.last);
      task.run(config, second);
      expect_same(second, whole);
      EXPECT_LE(second.ticks, whole.ticks);
    }
  }
}

/// What was restored is saved again: a chain of many short lives.
TEST_F(Resuming, GivesTheSameBitsAfterAStopAtEverySecondTick) {
  for (const auto& [name, values] : experiments(folder_)) {
    SCOPED_TRACE(name);
    const Task& task = papers_tasks().find(name);
    const Config config = test::configured(name, values);
    std::optional<std::string> last;
    for (int lives = 0; lives < 300; ++lives) {
      Stopping context(lives < 299 ? 2 + lives / 10 : 1 << 30);
      if (last) context.restore(*last);
      try {
        task.run(config, context);
      } catch (const Stopped&) {
        if (context.last) last = context.last;
        continue;
      }
      expect_same(context, test::run(name, config));
      break;
    }
  }
}

TEST_F(Resuming, AStateOfOtherVariablesIsRefused) {
  const auto all = experiments(folder_);
  std::map<std::string, std::string> snapshots;
  for (const auto& [name, values] : all) {
    Stopping context(3);
    try {
      papers_tasks().find(name).run(test::configured(name, values), context);
    } catch (const Stopped&) {
    }
    if (context.last) snapshots[name] = *context.last;
  }
  ASSERT_GE(snapshots.size(), 9u);
  for (const auto& [own, snapshot] : snapshots)
    for (const auto& [name, values] : all) {
      if (name == own || name == "trajectory") continue;  // it has no loop
      test::Recorder context;
      const auto go_on = [&, &name = name, &values = values, &snapshot = snapshot] {
        context.restore(snapshot);
        papers_tasks().find(name).run(test::configured(name, values), context);
      };
      SCOPED_TRACE(own + " in " + name);
      EXPECT_THROW(go_on(), StaleState);
    }
}

TEST_F(Resuming, ASnapshotCutAnywhereIsRefused) {
  const auto all = experiments(folder_);
  const Config config = test::configured(all[0].task, all[0].values);
  Stopping context(5);
  EXPECT_THROW(papers_tasks().find(all[0].task).run(config, context), Stopped);
  ASSERT_TRUE(context.last);
  for (std::size_t size = 0; size < context.last->size(); size += 7) {
    test::Recorder second;
    const auto go_on = [&] {
      second.restore(context.last->substr(0, size));
      papers_tasks().find(all[0].task).run(config, second);
    };
    EXPECT_THROW(go_on(), StaleState) << size;
  }
}

}  // namespace
}  // namespace icsweep
