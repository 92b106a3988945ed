#include <gtest/gtest.h>

#include "io/sweep_file/sweep_file.hpp"

namespace icsweep::sweep_resources_test {
namespace {

Sweep sweep_with(const std::string& resources) {
  return parse_sweep("[[grid]]\ntask = \"t\"\nresources = " + resources + "\n", "s.toml");
}

std::string refusal(const std::string& resources) {
  try {
    sweep_with(resources);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(SweepResources, AreSettingsOfAGrid) {
  const Settings settings =
      sweep_with(R"({ cores = 4, memory = "1.5 GiB", gpus = 0.5, limit = true })").grids[0].settings;
  EXPECT_EQ(settings.resources, (Resources{.cores = 4, .limit = true, .memory = 1.5 * 0x1p30, .gpus = 0.5}));
  EXPECT_EQ(settings.resources_place.line, 3);
  EXPECT_TRUE(
      parse_sweep("[sweep]\nresources.gpus = 2\n[[grid]]\ntask = \"t\"\n", "s").grids[0].settings.resources.gpus == 2);
}

TEST(SweepResources, ReadBackFromTheCanonicalText) {
  for (const char* text : {R"({ cores = 4, memory = "40GB", gpus = 1 })", R"({ memory = "12345B", limit = true })",
                           R"({ gpus = 0.25 })"}) {
    const Sweep sweep = sweep_with(text);
    EXPECT_NE(canonical_text(sweep).find(std::string("resources = ") + text), std::string::npos)
        << canonical_text(sweep);
    EXPECT_EQ(parse_stored_sweep(canonical_text(sweep)).grids[0].settings.resources, sweep.grids[0].settings.resources);
  }
}

TEST(SweepResources, AParameterOfThatNameIsOne) {
  const Grid grid = sweep_with("[1, 2]").grids[0];
  EXPECT_FALSE(grid.settings.resources.are_stated());
  EXPECT_EQ(grid.axes.at(0).name, "resources");
}

TEST(SweepResources, BadOnesAreRefusedInOneLine) {
  for (const char* bad : {"{ cores = 0 }", "{ cores = -1 }", "{ cores = 1.5 }", "{ cores = \"4\" }", "{ memory = 4 }",
                          "{ memory = \"4 apples\" }", "{ memory = \"0GB\" }", "{ memory = \"-1GB\" }",
                          "{ memory = \"40G\" }", "{ memory = \"nanGB\" }", "{ gpus = 0 }", "{ gpus = -1 }",
                          "{ gpus = 1.5 }", "{ gpus = nan }", "{ gpu = 1 }", "{}", "{ cores = 1, limit = true }"}) {
    const std::string why = refusal(bad);
    EXPECT_TRUE(why.starts_with("s.toml:3: ")) << bad << ": " << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  }
}

}  // namespace
}  // namespace icsweep::sweep_resources_test
