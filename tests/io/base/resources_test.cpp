#include "io/base/resources.hpp"

#include <gtest/gtest.h>

namespace icsweep::resources_test {
namespace {

TEST(Resources, OfTwoGridsTheLargerCount) {
  EXPECT_EQ(larger({.cores = 4, .gpus = 1}, {.cores = 2, .limit = true, .memory = 8}),
            (Resources{.cores = 4, .limit = true, .memory = 8, .gpus = 1}));
}

TEST(Resources, ReadAsAList) {
  EXPECT_EQ(needs_text({}), "1 core");
  EXPECT_EQ(needs_text({.cores = 4, .memory = 40e9, .gpus = 1}), "4 cores, 40GB and 1 GPU");
  EXPECT_EQ(needs_text({.gpus = 0.5}), "0.5 of a GPU");
}

TEST(Resources, TheHostThatComesClosestIsNamed) {
  const HostCapacity small{.name = "node1", .cores = 2, .memory = 8e9},
      large{.name = "node2", .cores = 4, .memory = 4e9};
  EXPECT_EQ(lack_of({.cores = 4}, {small, large}), "");
  EXPECT_EQ(lack_of({.cores = 8}, {small, large}), "needs 8 cores; the largest host, node2, has 4");
  EXPECT_EQ(lack_of({.memory = 40e9}, {small, large}), "needs 40.0 GB; the largest host, node1, has 8.0 GB");
  EXPECT_EQ(lack_of({.gpus = 1}, {small, small}), "needs 1 GPU; node1 has none");
  EXPECT_EQ(lack_of({.cores = 4, .memory = 8e9}, {small, large}), "needs 4 cores; the largest host, node1, has 2");
  EXPECT_EQ(lack_of({.cores = 99}, std::vector<HostCapacity>{}), "");
}

TEST(Resources, GpusAreNamedInTheEnvironment) {
  EXPECT_TRUE(gpu_environment({}).empty());
  const auto none = gpu_environment({.gpus = std::vector<std::string>()});
  EXPECT_EQ(none, (std::vector<std::string>{"CUDA_VISIBLE_DEVICES=", "ROCR_VISIBLE_DEVICES="}));
  EXPECT_EQ(gpu_environment({.gpus = std::vector<std::string>{"2", "3"}}).back(), "ROCR_VISIBLE_DEVICES=2,3");
}

}  // namespace
}  // namespace icsweep::resources_test
