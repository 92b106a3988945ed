#include "engine/commands/processor.hpp"

#include <gtest/gtest.h>

#include "io/base/error.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

TEST(Processor, HasTheLevelThatTheLoaderChose) {
  EXPECT_TRUE(processor_has("plain"));
  EXPECT_TRUE(processor_has(instruction_set_level()));
  EXPECT_NO_THROW(require_level(instruction_set_level()));
  EXPECT_TRUE(!processor_has("x86-64-v4") || processor_has("x86-64-v3"));
}

TEST(Processor, WithoutTheLevelAMessageSaysWhatToBuild) {
  try {
    require_level("x86-64-v9");
    FAIL() << "there is no error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("built for x86-64-v9"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("--levels all"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace icsweep
