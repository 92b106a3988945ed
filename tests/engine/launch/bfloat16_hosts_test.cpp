#include "engine/launch/bfloat16_hosts.hpp"

#include <gtest/gtest.h>

#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

Experiment experiment(const std::string& precision, bool asked = true) {
  const Task& task = papers_tasks().find("regression");
  Config config = default_config(task.schema());
  config.set("precision", precision);
  return {.task = &task, .config = config, .identity = "", .settings = {}, .asked = asked};
}

std::string refusal(const std::vector<Experiment>& experiments, const std::vector<std::string>& lacking) {
  try {
    expect_bfloat16(experiments, lacking, "s.toml");
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::config);
    return e.what();
  }
  return "";
}

TEST(Bfloat16Hosts, AreRefusedByNameIfAnExperimentNeedsWhatTheyLack) {
  EXPECT_EQ(refusal({experiment("bfloat16"), experiment("float32")}, {"", "old7", "", "old7", "old9"}),
            "s.toml: 1 experiment with precision = \"bfloat16\", but no AVX512_BF16 on old7 old9: use other hosts, or "
            "add --emulate, with the same bits and thirty times as slow");
}

TEST(Bfloat16Hosts, MayLackItWhereNoExperimentThatIsAskedForNeedsIt) {
  EXPECT_EQ(refusal({experiment("float32")}, {"old7", "old9"}), "");
  EXPECT_EQ(refusal({experiment("bfloat16", false), experiment("float32")}, {"old7"}), "");
  EXPECT_EQ(refusal({experiment("bfloat16")}, {"", ""}), "");
}

TEST(Bfloat16Hosts, ExperimentsOfOtherTasksTakeNone) {
  for (const Task* task : papers_tasks().all())
    EXPECT_FALSE(!task->schema().find("precision") && task->takes_bfloat16(default_config(task->schema())));
  EXPECT_EQ(taking_bfloat16({experiment("bfloat16"), experiment("bfloat16"), experiment("float32")}), 2u);
}

}  // namespace
}  // namespace icsweep
