#include "io/sweep_file/sweep_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace icsweep {
namespace {

std::vector<Value> values(const std::string& right_hand_side) {
  return parse_sweep("[[grid]]\ntask = \"t\"\nx = " + right_hand_side + "\n", "s.toml").grids.at(0).axes.at(0).values;
}

std::string error(const std::string& text) {
  try {
    parse_sweep(text, "s.toml");
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << "one line";
    return e.what();
  }
  return "";
}

std::vector<Value> integers(std::initializer_list<std::int64_t> list) {
  return {list.begin(), list.end()};
}

TEST(SweepFile, AParameterIsAValueAListOrARange) {
  EXPECT_EQ(values("3"), integers({3}));
  EXPECT_EQ(values("[1, 2, 5]"), integers({1, 2, 5}));
  EXPECT_EQ(values("[\"a\", \"b\"]"), (std::vector<Value>{std::string("a"), std::string("b")}));
  EXPECT_EQ(values("{ from = 1, to = 7, step = 2 }"), integers({1, 3, 5, 7}));
  EXPECT_EQ(values("{ from = 3, to = 1, step = -1 }"), integers({3, 2, 1}));
  EXPECT_EQ(values("{ from = 0, to = 1, count = 3 }"), (std::vector<Value>{std::int64_t{0}, 0.5, std::int64_t{1}}));
  EXPECT_EQ(values("{ count = 3 }"), integers({0, 1, 2}));
  EXPECT_EQ(values("{ count = 2, from = 10 }"), integers({10, 11}));
}

/// A range and a list of the same numbers must not give two points, and `--only 'x == 0.3'` must find the point.
TEST(SweepFile, RangesHaveTheNumbersThatPeopleWouldWrite) {
  EXPECT_EQ(values("{ from = 0.1, to = 0.5, step = 0.1 }"), (std::vector<Value>{0.1, 0.2, 0.3, 0.4, 0.5}));
  EXPECT_EQ(values("{ from = 0.1, to = 0.5, count = 5 }"), (std::vector<Value>{0.1, 0.2, 0.3, 0.4, 0.5}));
  EXPECT_EQ(values("{ log_from = 1e-4, log_to = 1e-1, count = 4 }"), (std::vector<Value>{1e-4, 1e-3, 1e-2, 1e-1}));
  EXPECT_EQ(values("{ from = 1.1, to = -1.1, step = -1.1 }"), (std::vector<Value>{1.1, 0.0, -1.1}));
  EXPECT_EQ(values("{ from = -0.3, to = 0.3, step = 0.1 }"),
            (std::vector<Value>{-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3}));
  EXPECT_EQ(values("{ from = -1000, to = 1, step = 0.1 }").at(10001), Value(0.1));
  EXPECT_EQ(values("{ from = -0.3, to = 0.3, count = 7 }").at(3), Value(0.0));
  const auto third = values("{ from = 0, to = 1, count = 4 }");
  EXPECT_EQ(third.at(1), Value(0.333333333333333));
  EXPECT_EQ(third.at(3), Value(std::int64_t{1}));
}

TEST(SweepFile, EndsOfARangeAreExact) {
  const auto v = values("{ log_from = 0.12345678901234567, log_to = 0.98765432109876543, count = 3 }");
  EXPECT_EQ(v.front(), Value(0.12345678901234567));
  EXPECT_EQ(v.back(), Value(0.98765432109876543));
  EXPECT_EQ(values("{ from = 0.12345678901234567, to = 0.98765432109876543, count = 2 }"),
            (std::vector<Value>{0.12345678901234567, 0.98765432109876543}));
}

TEST(SweepFile, BetweenWholeEndsWholeNumbersAreIntegers) {
  EXPECT_EQ(values("{ log_from = 16, log_to = 1024, count = 4 }"), integers({16, 64, 256, 1024}));
  EXPECT_EQ(values("{ log_from = 1000, log_to = 1, count = 4 }"), integers({1000, 100, 10, 1}));
  EXPECT_EQ(values("{ from = 1, to = 9, count = 5 }"), integers({1, 3, 5, 7, 9}));
  EXPECT_EQ(values("{ from = 9007199254740990, to = 9007199254740992 }"),
            integers({9007199254740990, 9007199254740991, 9007199254740992}));
  EXPECT_EQ(values("{ from = 1, to = 6, count = 4 }"),
            (std::vector<Value>{std::int64_t{1}, 2.66666666666667, 4.33333333333333, std::int64_t{6}}));
  EXPECT_EQ(values("{ log_from = 1.0, log_to = 100, count = 3 }"), (std::vector<Value>{1.0, 10.0, 100.0}));
}

TEST(SweepFile, KeepsGridsAndParametersInTheOrderWritten) {
  const Sweep s =
      parse_sweep("[sweep]\nname = \"n\"\n[[grid]]\ntask = \"a\"\nz = 1\nb = 2\n[[grid]]\ntask = \"c\"\n", "s.toml");
  EXPECT_EQ(s.name, "n");
  ASSERT_EQ(s.grids.size(), 2u);
  EXPECT_EQ(s.grids[0].axes[0].name, "z");
  EXPECT_EQ(s.grids[0].axes[1].name, "b");
  EXPECT_EQ(s.grids[1].task, "c");
}

TEST(SweepFile, ErrorsNameFileLineAndWhatToDo) {
  const std::string grid = "[[grid]]\ntask = \"t\"\n";
  EXPECT_EQ(error(grid + "x = []\n"), "s.toml:3: x has an empty list, give it a value or leave it out");
  EXPECT_EQ(error("[[grid]]\nx = 1\n"), "s.toml:1: this [[grid]] names no task, add task = \"...\"");
  EXPECT_EQ(error("[sweep]\ncolour = 1\n"),
            "s.toml:2: unknown key \"colour\" in [sweep], it has: name, time_limit, retries, keep_weights, resources");
  EXPECT_EQ(error("[grids]\n"),
            "s.toml:1: unknown key \"grids\", a sweep file has include, [sweep], [search], [[grid]] and [scale.NAME]");
  EXPECT_EQ(error(""), "s.toml:1: there is no [[grid]], add one that names a task");
  EXPECT_NE(error(grid + "x = 1\nx = 2\n").find("s.toml:4: "), std::string::npos);
  EXPECT_NE(error(grid + "x = 1\nx = 2\n").find("given twice"), std::string::npos);
  EXPECT_NE(error(grid + "x = { from = 1, to = 5, step = -1 }\n").find("s.toml:3: the range of x never gets"),
            std::string::npos);
  EXPECT_NE(error(grid + "x = { from = 1, too = 5 }\n").find("unknown key \"too\""), std::string::npos);
  EXPECT_NE(error(grid + "x = { from = 0, to = 1, step = 1e-300 }\n").find("more than"), std::string::npos);
  EXPECT_NE(error(grid + "x = { count = 0 }\n").find("count of x"), std::string::npos);
  EXPECT_NE(error(grid + "x = { log_from = 0, log_to = 1, count = 3 }\n").find("must be positive"), std::string::npos);
  EXPECT_NE(error(grid + "x = { from = nan, to = 3, step = 1 }\n").find("must be a finite number"), std::string::npos);
  EXPECT_NE(error(grid + "x = { from = 1, to = inf, step = 1 }\n").find("must be a finite number"), std::string::npos);
  EXPECT_NE(error(grid + "x = { count = 3, from = 9223372036854775807 }\n").find("from of x must be an integer from"),
            std::string::npos);
  EXPECT_NE(error(grid + "x = { from = 9007199254740993, to = 9007199254740995 }\n").find("goes beyond 2^53"),
            std::string::npos);
  EXPECT_NE(error(grid + "x = 1979-05-27\n").find("must be a number"), std::string::npos);
  EXPECT_NE(error(grid + "x = [[2020-01-01]]\n").find("each list or table of x must"), std::string::npos);
  EXPECT_NE(error("task = = 1\n").find("s.toml:1: "), std::string::npos);
}

TEST(SweepFile, ScalesHoldAxesOfTheFileOrOfAGrid) {
  const Sweep s = parse_sweep(
      "[[grid]]\ntask = \"t\"\nz = 1\nscale.quick.b = [1, 2]\nscale.quick.a = { count = 2 }\n[[grid]]\ntask = "
      "\"t\"\n[grid.scale.tiny]\nz = 3\n[scale.quick]\nz = 2\n[scale.empty]\n",
      "s.toml");
  ASSERT_EQ(s.grids.size(), 2u);
  EXPECT_EQ(s.grids[0].axes.size(), 1u);
  ASSERT_EQ(s.grids[0].scales.size(), 3u);
  EXPECT_TRUE(s.grids[0].scales[0].axes.empty());
  EXPECT_EQ(s.grids[0].scales[1].name, "quick");
  EXPECT_TRUE(s.grids[0].scales[1].common);
  EXPECT_EQ(s.grids[0].scales[1].axes.at(0).values, integers({2}));
  const Scale& own = s.grids[0].scales[2];
  EXPECT_EQ(own.name, "quick");
  EXPECT_FALSE(own.common);
  ASSERT_EQ(own.axes.size(), 2u);
  EXPECT_EQ(own.axes[0].name, "b");
  EXPECT_EQ(own.axes[0].values, integers({1, 2}));
  EXPECT_EQ(own.axes[1].place.line, 5);
  EXPECT_EQ(s.grids[1].scales.at(2).name, "tiny");
}

TEST(SweepFile, AScaleMayHaveASearchOfItsOwn) {
  const std::string grid = "[[grid]]\ntask = \"t\"\nsearch = 1\n", table = "method = \"halving\"\nmetric = \"loss\"\n";
  const Sweep s = parse_sweep(grid + "[scale.quick]\nsearch = 2\n[scale.paper]\nx = 1\n[scale.paper.search]\n" + table +
                                  "resource = \"steps\"\n",
                              "s.toml");
  EXPECT_FALSE(s.search);
  ASSERT_EQ(s.scale_searches.size(), 1u);
  EXPECT_EQ(s.scale_searches.at("paper").search->metric.name, "loss");
  EXPECT_EQ(s.grids[0].scales[0].axes.at(0).name, "x");
  EXPECT_EQ(s.grids[0].scales[1].axes.at(0).name, "search");  // a parameter of that name stays one
  EXPECT_EQ(error(grid + "[scale.paper.search]\n" + table),
            "s.toml:4: [search] has no resource, add resource = \"...\"");
}

TEST(SweepFile, MistakesInScalesNameTheirLine) {
  const std::string grid = "[[grid]]\ntask = \"t\"\n",
                    how = ", write [scale.NAME] and its parameters below, or scale.NAME.PARAMETER in a grid";
  EXPECT_EQ(error(grid + "[scale.quick]\ntask = \"u\"\n"),
            "s.toml:4: a scale cannot change the task, write another [[grid]]");
  EXPECT_EQ(error(grid + "[scale.quick]\ntime_limit = 9\n"), "s.toml:4: a scale sets parameters alone, not time_limit");
  EXPECT_EQ(error(grid + "[scale.quick]\nx = []\n"), "s.toml:4: x has an empty list, give it a value or leave it out");
  EXPECT_EQ(error(grid + "[scale]\nquick = 2\n"), "s.toml:4: scale quick must be a table" + how);
  EXPECT_EQ(error(grid + "scale = 2\n"), "s.toml:3: scale must be a table of named scales" + how);
  EXPECT_NE(error(grid + "[scale.quick]\nx = 1\n[scale.quick]\n").find("given twice"), std::string::npos);
  EXPECT_NE(error(grid + "scale.quick.x = 1\nscale.quick.x = 2\n").find("s.toml:4: "), std::string::npos);
}

TEST(SweepFile, SettingsAreOfTheFileOrOfAGrid) {
  const Sweep s = parse_sweep(
      "[sweep]\ntime_limit = \"1h30m\"\nretries = 2\n[[grid]]\ntask = \"t\"\n[[grid]]\ntask = \"t\"\ntime_limit = "
      "0.5\nkeep_weights = true\n",
      "s.toml");
  EXPECT_DOUBLE_EQ(s.grids[0].settings.time_limit, 5400);
  EXPECT_FALSE(s.grids[0].settings.keep_weights);
  EXPECT_DOUBLE_EQ(s.grids[1].settings.time_limit, 0.5);
  EXPECT_EQ(s.grids[1].settings.retries, 2);
  EXPECT_TRUE(s.grids[1].settings.keep_weights);
  const std::string grid = "[[grid]]\ntask = \"t\"\n";
  for (const char* bad : {"0", "-1", "\"\"", "\"soon\"", "\"1h90\"", "true", "inf"})
    EXPECT_EQ(error(grid + "time_limit = " + bad + "\n"),
              "s.toml:3: time_limit must be a positive number of seconds or a text such as \"90s\", \"1h30m\" or "
              "\"01:30:00\"")
        << bad;
  EXPECT_EQ(error(grid + "retries = -1\n"), "s.toml:3: retries must be an integer from 0 to 1000");
}

TEST(SweepFile, DrawsZipsAndFormulasAreReadAndTheirFormChecked) {
  const Grid g =
      parse_sweep(
          "[[grid]]\ntask = \"t\"\nx = { integer = [1, 6] }\ny = { log_uniform = [1, 10] }\nsample = { count "
          "= 9, seed = 4 }\nzip = [\"a\", \"b\"]\nwhere = [\"x < y\", \"x > 1\"]\nderive = { z = \"x\", b "
          "= \"z\" }\n",
          "s.toml")
          .grids.at(0);
  EXPECT_EQ(g.sample->count, 9);
  EXPECT_EQ(g.sample->seed, 4);
  EXPECT_EQ(g.axes.at(0).draw->law, Draw::Law::integer);
  EXPECT_EQ(g.axes.at(1).draw->values, (std::vector<Value>{1.0, 10.0})) << "bounds of a real draw are reals";
  EXPECT_EQ(g.zip, (std::vector<std::vector<std::string>>{{"a", "b"}}));
  ASSERT_EQ(g.where.size(), 2u);
  ASSERT_EQ(g.derived.size(), 2u);
  EXPECT_EQ(g.derived[0].name, "z") << "in the order written";
  const std::string grid = "[[grid]]\ntask = \"t\"\nsample = { count = 2 }\n";
  EXPECT_EQ(error(grid + "x = { integer = [3, 1] }\n"),
            "s.toml:4: integer of x must be [low, high], both integers, low below high");
  EXPECT_EQ(error(grid + "x = { log_uniform = [0.0, 1.0] }\n"),
            "s.toml:4: log_uniform of x must be [low, high], both positive, low below high");
  EXPECT_EQ(error(grid + "x = { choice = [] }\n"), "s.toml:4: x has an empty list, give it a value or leave it out");
  EXPECT_NE(error("[[grid]]\ntask = \"t\"\nzip = [\"a\"]\n").find("zip ties at least two"), std::string::npos);
  EXPECT_NE(error("[[grid]]\ntask = \"t\"\nsample = 3\n").find("sample must be {count, seed, method}"),
            std::string::npos);
  EXPECT_NE(error("[[grid]]\ntask = \"t\"\nderive = \"a\"\n").find("derive must be {PARAMETER"), std::string::npos);
}

/// A folder with some sweep files, removed at the end.
class Included : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_ / "below"); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string error(const std::string& line) {
    try {
      read_sweep_file(write("s.toml", line + "\n[[grid]]\ntask = \"t\"\n"));
    } catch (const Error& e) {
      const std::string what = e.what();
      return what.substr(what.rfind('/', what.find(".toml:")) + 1);
    }
    return "";
  }
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / fmt::format("included-{}", ::getpid());
};

TEST_F(Included, FilesGiveTheirGridsFirstAndTheirTextToTheStore) {
  write("below/a.toml", "[[grid]]\ntask = \"a\"\n[scale.quick]\nx = 1\n");
  const Sweep s = read_sweep_file(write("s.toml", "include = \"below/a.toml\"\n[[grid]]\ntask = \"b\"\n"));
  ASSERT_EQ(s.grids.size(), 2u);
  EXPECT_EQ(s.grids[0].task, "a");
  EXPECT_NE(s.text.find("# included: below/a.toml\n[[grid]]\ntask = \"a\""), std::string::npos);
  EXPECT_TRUE(s.grids[0].place.path.ends_with("below/a.toml"));
}

TEST_F(Included, FilesMeanTheSameAsAloneAndTheFileAroundIsStronger) {
  write("below/a.toml", "[[grid]]\ntask = \"a\"\nscale.quick.x = 2\n[scale.quick]\nx = 1\n");
  const Sweep s = read_sweep_file(
      write("s.toml", "include = \"below/a.toml\"\n[[grid]]\ntask = \"b\"\nscale.quick.x = 4\n[scale.quick]\nx = 3\n"));
  const auto order = [](const Grid& grid) {
    std::vector<Value> x;
    for (const auto& scale : grid.scales) x.push_back(scale.axes.at(0).values.at(0));
    return x;
  };
  EXPECT_EQ(order(s.grids.at(0)), integers({1, 2, 3}));
  EXPECT_EQ(order(s.grids.at(1)), integers({3, 4})) << "the included file's is not for others";
}

TEST_F(Included, OnlySoManyFilesAreRead) {
  write("below/leaf.toml", "[[grid]]\ntask = \"t\"\n");
  std::string line = "include = [";
  for (int i = 0; i < 9; ++i) line += "\"leaf.toml\", ";
  for (int i = 0; i < 9; ++i) write("below/" + std::to_string(i) + ".toml", line + "]\n");
  std::string top = "include = [";
  for (int i = 0; i < 9; ++i) top += "\"below/" + std::to_string(i) + ".toml\", ";
  EXPECT_NE(error(top + "]").find("more than 64 files are included"), std::string::npos);
}

TEST_F(Included, MistakesNameTheLineOfTheFileTheyAreIn) {
  EXPECT_EQ(error("include = \"none.toml\""), "s.toml:1: include \"none.toml\": there is no such file");
  EXPECT_EQ(error("include = \"/etc/passwd\""),
            "s.toml:1: include \"/etc/passwd\" is outside the folder of this file, move it into that folder");
  EXPECT_EQ(error("include = \"below/../../x.toml\""),
            "s.toml:1: include \"below/../../x.toml\" is outside the folder of this file, move it into that folder");
  EXPECT_EQ(error("include = \"\""),
            "s.toml:1: include \"\" is outside the folder of this file, move it into that folder");
  EXPECT_EQ(error("include = \"below\""), "s.toml:1: include \"below\" is not a text file, name one");
  EXPECT_EQ(error("include = \"s.toml\""), "s.toml:1: include \"s.toml\": the file includes itself");
  write("below/bad.toml", "\n\n[[grid]]\nx = 1\n");
  EXPECT_EQ(error("include = [\"below/bad.toml\"]"), "bad.toml:3: this [[grid]] names no task, add task = \"...\"");
}

/// A store keeps at most 64 MiB of the text. Every command would report a store with more as damaged.
TEST_F(Included, AllTogetherHaveAnEndThatAStoreCanKeep) {
  const std::string grid = "[[grid]]\ntask = \"t\"\n";
  write("below/a.toml", grid + "#" + std::string(15 << 20, 'x') + "\n");
  EXPECT_EQ(error("include = [\"below/a.toml\", \"below/a.toml\"]"), "");
  EXPECT_EQ(error("include = [\"below/a.toml\", \"below/a.toml\", \"below/a.toml\"]"),
            "s.toml:1: include \"below/a.toml\": the included files have more than 40 MiB, write axes as ranges");
}

TEST(SweepFile, RulesHaveAnEndAsEachIsAskedAtEveryPoint) {
  std::string rules;
  for (int i = 0; i < 1000; ++i) rules += "\"x > 0\", ";
  EXPECT_EQ(error("[[grid]]\ntask = \"t\"\nwhere = [" + rules + "]\n"), "");
  EXPECT_EQ(error("[[grid]]\ntask = \"t\"\nwhere = [" + rules + "\"x > 0\"]\n"),
            "s.toml:3: where has more than 1000 rules, join them with &&");
}

TEST(SweepFile, ATextWithANulIsNamedByItsLine) {
  EXPECT_EQ(error("[[grid]]\ntask = \"t\"\nx = [\"a\", \"b\\u0000c\"]\n"),
            "s.toml:3: x has a character \\u0000, which no store can keep; remove it");
  EXPECT_EQ(error("[sweep]\nname = \"\\u0000\"\n[[grid]]\ntask = \"t\"\n"),
            "s.toml:2: name has a character \\u0000, which no store can keep; remove it");
}

TEST_F(Included, ALinkOutOfTheFolderIsNotFollowed) {
  write("below/a.toml", "[[grid]]\ntask = \"t\"\n");
  std::filesystem::create_symlink("below/a.toml", folder_ / "inner.toml");
  std::filesystem::create_symlink("/etc/passwd", folder_ / "outer.toml");
  EXPECT_EQ(error("include = \"inner.toml\""), "");
  EXPECT_EQ(
      error("include = \"outer.toml\""),
      "s.toml:1: include \"outer.toml\" links to a file outside the folder of this file, put a copy into that folder");
}

TEST(SweepFile, RangesAreBoundedAloneAndTogether) {
  for (const char* range :
       {"{ count = 1000000000000 }", "{ from = 0, to = 1000000000000 }", "{ from = 0, to = 1, step = 1e-300 }",
        "{ log_from = 1, log_to = 2, count = 9000000000000000000 }", "{ from = 0, to = 1, count = 1000001 }"})
    EXPECT_THROW(values(range), Error) << range;
  std::string text = "[[grid]]\ntask = \"t\"\n";
  for (int i = 0; i < 6; ++i) text += "x" + std::to_string(i) + " = { count = 1000000 }\n";
  EXPECT_EQ(error(text), "s.toml:8: the sweep has more than 5000000 values up to x5, split it");
}

TEST(SweepFile, RangesOfTheLargestNumbersAreFiniteOrRefused) {
  const std::string wide = "-1.7e308, to = 1.7e308", grid = "[[grid]]\ntask = \"t\"\n";
  EXPECT_EQ(error(grid + "x = { from = " + wide + ", count = 3 }\n"),
            "s.toml:3: the range of x is wider than the largest number, write its values as a list");
  EXPECT_EQ(error(grid + "x = { uniform = [-1.7e308, 1.7e308] }\nsample = { count = 2 }\n"),
            "s.toml:3: uniform of x is wider than the largest number, draw from less");
  EXPECT_EQ(std::get<double>(values("{ log_from = 1e-300, log_to = 1e300, count = 3 }")[1]), 1);
}

TEST(SweepFile, AFileThatIsNoSweepByItsSizeIsNotRead) {
  const std::string path = std::filesystem::temp_directory_path() / fmt::format("large-{}.toml", ::getpid());
  std::ofstream(path).close();
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);  // a hole
  try {
    read_sweep_file(path);
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), path + ": has more than 16 MiB, name a sweep file");
  }
  std::filesystem::remove(path);
}

TEST(SweepFile, AMissingFileIsNamed) {
  EXPECT_THROW(read_sweep_file("/nowhere/s.toml"), Error);
  EXPECT_THROW(read_sweep_file("."), Error);
}

TEST(SweepFile, CodeIsNamedByAFileAndItsOwnParametersAreAxes) {
  const Grid grid =
      parse_sweep("[[grid]]\ntask = \"t\"\nf.file = \"p.py\"\nf.degree = [1, 2]\nx = 1\n", "s.toml").grids.at(0);
  ASSERT_TRUE(grid.code);
  EXPECT_EQ(grid.code->key, "f");
  EXPECT_EQ(grid.code->texts.at("file"), std::vector<std::string>{"p.py"});
  EXPECT_EQ(grid.code->place.line, 3);
  ASSERT_EQ(grid.axes.size(), 2u);
  EXPECT_EQ(grid.axes[0].name, "f_degree");
  EXPECT_EQ(grid.axes[0].values, integers({1, 2}));
}

TEST(SweepFile, AProgramHasACommandAndResults) {
  const Grid grid =
      parse_sweep(
          "[[grid]]\ntask = \"program\"\nprogram.command = [\"python3\", \"t.py\"]\nprogram.results = \"mse\"\n"
          "program.seconds = \"2m\"\nwidth = [1, 2]\n",
          "s.toml")
          .grids.at(0);
  ASSERT_TRUE(grid.code);
  EXPECT_EQ(grid.code->texts.at("command"), (std::vector<std::string>{"python3", "t.py"}));
  EXPECT_EQ(grid.code->texts.at("results"), std::vector<std::string>{"mse"});
  EXPECT_EQ(grid.code->seconds, 120);
  EXPECT_EQ(grid.axes.size(), 1u);
}

TEST(SweepFile, CodeThatIsNamedWronglyIsRefusedInOneLine) {
  const std::string grid = "[[grid]]\ntask = \"t\"\n";
  EXPECT_EQ(error(grid + "program.command = \"a\"\n"),
            "s.toml:3: the program has no results, add program.results = [\"...\"]");
  EXPECT_EQ(error(grid + "program.depth = 1\n"),
            "s.toml:3: unknown key \"program.depth\", program has: command, results, files, name, steps, at_rung, "
            "version, seconds, silent_after, added; write a parameter as depth");
  EXPECT_EQ(error(grid + "f.file = \"a.py\"\ng.file = \"b.py\"\n"),
            "s.toml:4: a grid names one piece of code, and has f and g");
  EXPECT_EQ(error(grid + "f.file = [\"a.py\", \"b.py\"]\n"), "s.toml:3: f.file must be a text");
  EXPECT_EQ(error(grid + "f = \"a.py\"\nf.degree = 1\n"),
            "s.toml:4: a key has a value and parts: write KEY.file = \"FILE\" for the value");
}

TEST(SweepFile, TheTextInAStoreIncludesNothing) {
  const std::string grid = "[[grid]]\ntask = \"augmented\"\n";
  EXPECT_TRUE(parse_stored_sweep(grid).grids[0].from_store);
  EXPECT_FALSE(parse_sweep(grid, "s.toml").grids[0].from_store);
  try {
    parse_stored_sweep("include = [\"other.toml\"]\n" + grid);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()),
              "the stored sweep:1: include \"other.toml\": a store's sweep opens no file, run the sweep file itself");
  }
}

TEST(SweepFile, MistakesInConditionsSamplesAndAddedParametersAreNamed) {
  const std::string grid = "[[grid]]\ntask = \"t\"\n";
  EXPECT_EQ(error(grid + "x = { when = \"y > 0\", values = { when = \"y > 1\", values = [1] } }\n"),
            "s.toml:3: x has two conditions, join them");
  EXPECT_EQ(error(grid + "sample = { count = 4, method = \"halton\" }\n"),
            "s.toml:3: method of sample is \"halton\": use \"random\" or \"sobol\"");
  const std::string program =
      "[[grid]]\ntask = \"program\"\nprogram.command = [\"a\"]\nprogram.results = [\"e\"]\nprogram.added = ";
  EXPECT_EQ(
      error(program + "1\n"),
      "s.toml:5: program.added must be a table of new parameters and the values of their earlier results, such as "
      "{ dropout = 0.0 }");
  EXPECT_EQ(error(program + "{ width = [1] }\n"),
            "s.toml:5: program.added.width must be one number or text, the value of earlier results");
}

}  // namespace
}  // namespace icsweep
