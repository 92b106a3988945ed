#include "engine/sweep/code_of_sweep.hpp"

#include <gtest/gtest.h>

#include "io/sweep_file/sweep_file.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep::code_of_sweep_test {
namespace {

const std::string program = "[[grid]]\ntask = \"program\"\nprogram.command = [\"true\"]\nprogram.results = [\"mse\"]\n";
const std::string sampler = "[[grid]]\ntask = \"regression\"\nfunction.file = \"p.py\"\n";

/// The tasks and the task names of the grids of a sweep with code.
struct Read {
  explicit Read(const std::string& text) : sweep(parse_sweep(text, "s.toml")), code(papers_tasks(), sweep) {}
  const Parameter& parameter(const std::string& task, const std::string& name) const {
    return *code.tasks().find(task).schema().find(name);
  }
  Sweep sweep;
  CodeOfSweep code;
};

std::string error(const std::string& text) {
  try {
    Read read(text);
    read.code.refuse();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << "one line";
    return e.what();
  }
  return "";
}

TEST(CodeOfSweep, AProgramIsATaskWhoseParametersHaveTheTypesOfTheirValues) {
  const Read read(
      program +
      "program.name = \"mine\"\nwidth = [1, 2]\nrate = [1, 0.5]\nkind = \"a\"\nnoise = { uniform = [0, 1] }\n"
      "sample = { count = 3 }\nseed = [0, 1]\n");
  EXPECT_EQ(read.sweep.grids[0].task, "mine");
  EXPECT_EQ(read.parameter("mine", "width").type(), ValueType::integer);
  EXPECT_EQ(read.parameter("mine", "rate").type(), ValueType::real);
  EXPECT_EQ(read.parameter("mine", "kind").type(), ValueType::text);
  EXPECT_EQ(read.parameter("mine", "noise").type(), ValueType::real);
  EXPECT_TRUE(read.parameter("mine", "seed").repeats);
  EXPECT_FALSE(read.parameter("mine", "width").repeats);
}

TEST(CodeOfSweep, ASamplerIsATaskOfTheModelThatItFeeds) {
  const Read read(sampler + "function.degree = [1, 2]\ndepth = [1, 2]\n");
  EXPECT_EQ(read.sweep.grids[0].task, "regression_p");
  EXPECT_EQ(read.parameter("regression_p", "function_degree").type(), ValueType::integer);
  EXPECT_EQ(read.parameter("regression_p", "depth").type(), ValueType::integer);
  EXPECT_EQ(Read("[[grid]]\ntask = \"regression\"\nfunction = \"my-p.py\"\n").sweep.grids[0].task, "regression_my_p");
}

TEST(CodeOfSweep, GridsOfOneProgramAreOneTask) {
  const Read read(program + "width = 1\n" + program + "width = 0.5\n");
  EXPECT_EQ(read.code.tasks().all().size(), papers_tasks().all().size() + 1);
  EXPECT_EQ(read.parameter("program", "width").type(), ValueType::real);
}

TEST(CodeOfSweep, WhatWouldRunIsNamedAndNeedsLeave) {
  EXPECT_EQ(error(sampler + program),
            "s.toml:3: this sweep would run code: p.py, true; look at it, then add --allow-code");
  EXPECT_EQ(error("[[grid]]\ntask = \"regression\"\n"), "");
}

TEST(CodeOfSweep, AnAddedParameterHasTheValueOfEarlierResults) {
  const Read read(program + "program.added = { width = 1, kind = \"a\", count = 2 }\nwidth = [1, 0.5]\n");
  EXPECT_EQ(read.parameter("program", "width").neutral, Value(1.0)) << "in the type of its column";
  EXPECT_EQ(read.parameter("program", "width").default_value, Value(1.0));
  EXPECT_EQ(read.parameter("program", "kind").neutral, Value("a")) << "no grid names it";
  EXPECT_EQ(read.parameter("program", "count").neutral, Value(std::int64_t{2}));
  EXPECT_EQ(Read(program + "width = 1\n").parameter("program", "width").neutral, std::nullopt);
  const Read fed(sampler + "function.added = { noise = 0.5 }\n");
  EXPECT_EQ(fed.parameter("regression_p", "function_noise").neutral, Value(0.5));
}

TEST(CodeOfSweep, AnAddedParameterThatDoesNotFitIsRefusedInOneLine) {
  EXPECT_EQ(error(program + "program.added = { width = \"a\" }\nwidth = 1\n"),
            "s.toml:5: width is a text of added and an integer in the grid, give both one type");
  EXPECT_EQ(error(program + "program.added = { width = [1] }\n"),
            "s.toml:5: program.added.width must be one number or text, the value of earlier results");
  EXPECT_EQ(error(program + "program.added = 1\n"),
            "s.toml:5: program.added must be a table of new parameters and the values of their earlier results, such "
            "as { dropout = 0.0 }");
  EXPECT_EQ(error(program + "program.added = { width = 1 }\n" + program + "width = 1\n"),
            "s.toml:8: program.added of task program is another at line 3, write the same in both");
}

TEST(CodeOfSweep, GridsThatDisagreeAreRefusedInOneLine) {
  EXPECT_EQ(error(program + "width = [1, \"a\"]\n"), "s.toml:5: width is both a text and a number, keep one");
  EXPECT_EQ(error(program + "program.name = \"augmented\"\n"),
            "s.toml:3: there is a task \"augmented\" already, give another name");
  EXPECT_EQ(
      error(program + "[[grid]]\ntask = \"program\"\nprogram.command = [\"false\"]\nprogram.results = [\"mse\"]\n"),
      "s.toml:7: task program has other code at line 3, give one another name");
  EXPECT_EQ(error("[[grid]]\ntask = \"program\"\nwidth = 1\n"),
            "s.toml:1: task program has no program, add program.command = [...]");
  EXPECT_EQ(error("[[grid]]\ntask = \"plain\"\nprogram.command = \"true\"\nprogram.results = \"a\"\n"),
            "s.toml:3: program.command belongs to task = \"program\"");
}

}  // namespace
}  // namespace icsweep::code_of_sweep_test
