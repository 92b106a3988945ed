#include "engine/run/bfloat16_hosts.hpp"

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

std::string refusal(const std::vector<Experiment>& experiments, const std::vector<std::string>& lacking,
                    Precision precision = Precision::bfloat16) {
  try {
    expect_instructions(experiments, {{precision, lacking}}, "s.toml");
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::config);
    return e.what();
  }
  return "";
}

TEST(Bfloat16Hosts, AreRefusedByNameIfAnExperimentNeedsWhatTheyLack) {
  EXPECT_EQ(refusal({experiment("bfloat16"), experiment("float32")}, {"", "old7", "", "old7", "old9"}),
            "s.toml: 1 experiment with precision = \"bfloat16\", but no AVX512_BF16 on old7 old9: use other hosts, or "
            "add --emulate, with the same bits, slower by a factor of thirty");
  EXPECT_EQ(refusal({experiment("bfloat16"), experiment("bfloat16_amx")}, {"zen4"}, Precision::bfloat16_amx),
            "s.toml: 1 experiment with precision = \"bfloat16_amx\", but no AMX-BF16 on zen4: use other hosts, or add "
            "--emulate, with the same bits, slower by a factor of thirty");
}

TEST(Bfloat16Hosts, MayLackItWhereNoExperimentThatIsAskedForNeedsIt) {
  EXPECT_EQ(refusal({experiment("float32")}, {"old7", "old9"}), "");
  EXPECT_EQ(refusal({experiment("bfloat16", false), experiment("float32")}, {"old7"}), "");
  EXPECT_EQ(refusal({experiment("bfloat16")}, {"", ""}), "");
  EXPECT_EQ(refusal({experiment("bfloat16")}, {"zen4"}, Precision::bfloat16_amx), "");
}

TEST(Bfloat16Hosts, ExperimentsOfOtherTasksTakeNone) {
  for (const Task* task : papers_tasks().all())
    EXPECT_EQ(task->precision(default_config(task->schema())), Precision::float32);
  EXPECT_EQ(taking({experiment("bfloat16"), experiment("bfloat16"), experiment("float32")}, Precision::bfloat16), 2u);
}

}  // namespace
}  // namespace icsweep
