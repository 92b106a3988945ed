#include "engine/sweep/resolved_sweep.hpp"

#include <gtest/gtest.h>

#include "engine/sweep/code_of_sweep.hpp"
#include "engine/sweep/sweep_files.hpp"
#include "io/sweep_file/sweep_file.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

std::vector<std::string> identities(const ResolvedSweep& resolved) {
  std::vector<std::string> all;
  for (const auto& e : expand(resolved.tasks(), resolved.sweep()).experiments) all.push_back(e.identity);
  return all;
}

ResolvedSweep resolved(const std::string& text) {
  return {parse_sweep(text, "s.toml"), papers_tasks()};
}

const std::string grid = "[[grid]]\ntask = \"augmented\"\ndepth = [1, 2]\nseed = { count = 5 }\n";

TEST(ResolvedSweep, OfEveryShippedSweepIsRebuiltFromItsText) {
  std::size_t tested = 0;
  for (const auto& name : shipped_sweeps()) {
    if (name == "fig4") continue;  // its points need downloaded files
    std::vector<std::string> scales{""};
    for (const auto& g : read_sweep_file(sweep_file_of(name)).grids)
      for (const auto& scale : g.scales) scales.push_back(scale.name);
    for (const auto& scale : scales) {
      const ResolvedSweep one = resolve(papers_tasks(), {.path = name, .scale = scale});
      const ResolvedSweep again = rebuilt(one.text(), papers_tasks());
      ASSERT_EQ(again.text(), one.text()) << name;
      ASSERT_EQ(identities(again), identities(one)) << name << ' ' << scale;
      ++tested;
    }
  }
  EXPECT_GT(tested, 30u);
}

TEST(ResolvedSweep, HasEveryParameterSoThatADefaultMayChange) {
  const std::string text = resolved(grid).text();
  for (const auto& p : papers_tasks().find("augmented").schema().parameters)
    EXPECT_NE(text.find("\n" + p.name + " = "), std::string::npos) << p.name;
}

TEST(ResolvedSweep, HasTheHashOfItsCode) {
  Sweep sweep = parse_sweep(
      "[[grid]]\ntask = \"program\"\nprogram.command = [\"true\"]\nprogram.results = [\"mse\"]\nx = [1, 2]\n",
      "s.toml");
  const CodeOfSweep code(papers_tasks(), sweep);
  const std::string text = ResolvedSweep(sweep, code.tasks()).text();
  const Parameter& hash = *code.tasks().find("program").schema().find("code");
  EXPECT_NE(text.find("\ncode = \"" + to_text(hash.default_value) + "\"\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("command"), std::string::npos) << text;
}

TEST(ResolvedSweep, MayNameAnyFileSinceItOpensNone) {
  Sweep sweep = parse_sweep("[[grid]]\ntask = \"text_fit\"\ntext = \"moby.txt\"\n", "s.toml");
  for (auto& axis : sweep.grids[0].axes)
    axis.values = {std::string("/elsewhere/moby.txt")}, axis.place = {"--set text"};
  const std::string text = ResolvedSweep(sweep, papers_tasks()).text();
  EXPECT_EQ(identities(rebuilt(text, papers_tasks())).size(), 1u);
  EXPECT_THROW(expand(papers_tasks(), parse_sweep(text, "s.toml")), Error) << "a sweep file may come from another user";
}

TEST(ResolvedSweep, HasNoTextThatNoStoreWouldReadBack) {
  Sweep sweep = parse_sweep(grid, "s.toml");
  Axis& seeds = sweep.grids[0].axes[1];
  seeds.values.clear();
  for (std::int64_t i = 0; i < 2'000'000; ++i) seeds.values.push_back(std::int64_t{1} << 60 | (i * 3));
  EXPECT_EQ(ResolvedSweep(sweep, papers_tasks()).text(), "");
}

TEST(ResolvedSweep, OfTwoSweepsHasEachGridOnce) {
  const std::string first = resolved(grid).text(), second = resolved(grid + "[[grid]]\ntask = \"plain\"\n").text();
  EXPECT_EQ(joined(first, second), second);
  EXPECT_EQ(joined(first, first), first);
  EXPECT_EQ(rebuilt(joined(second, first), papers_tasks()).sweep().grids.size(), 2u);
}

TEST(ResolvedSweep, IsUnknownOfTwoWhereOneIsOrDecidesBySearch) {
  const std::string text = resolved(grid).text();
  EXPECT_EQ(joined("", text), "");
  EXPECT_EQ(joined(text, ""), "");
  const std::string search = "[search]\nmethod = \"halving\"\nmetric = \"loss\"\nresource = \"epochs\"\n";
  const std::string searched = resolved(search + grid).text();
  EXPECT_EQ(joined(text, searched), "");
  EXPECT_EQ(joined(searched, searched), searched);
}

}  // namespace
}  // namespace icsweep
