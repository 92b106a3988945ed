#include "tasks/program/program_definition.hpp"

#include <gtest/gtest.h>

#include "io/store/table.hpp"

namespace icsweep {
namespace {

ProgramDefinition toy(std::vector<std::string> results, std::vector<Parameter> parameters = {}) {
  return {.name = "toy",
          .command = {"true"},
          .results = std::move(results),
          .code = "0123",
          .parameters = std::move(parameters)};
}

std::string refusal(const ProgramDefinition& definition) {
  try {
    program_schema(definition);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

struct Shape {
  std::string name;
  std::vector<std::pair<std::string, std::int64_t>> dimensions;
};
Shape shape_of(const std::string& text) {
  const Output output = program_output(text);
  Shape shape{output.name, {}};
  for (const auto& d : output.dimensions) shape.dimensions.emplace_back(d.name, d.size(Config()));
  return shape;
}
using Dimensions = std::vector<std::pair<std::string, std::int64_t>>;

TEST(ProgramSchema, ResultsAreNumbersCurvesAndArrays) {
  EXPECT_EQ(shape_of("test_mse").name, "test_mse");
  EXPECT_EQ(shape_of("test_mse").dimensions, Dimensions{});
  EXPECT_EQ(shape_of("loss[100]").name, "loss");
  EXPECT_EQ(shape_of("loss[100]").dimensions, (Dimensions{{"loss_index", 100}}));
  EXPECT_EQ(shape_of("m[3][4]").dimensions, (Dimensions{{"m_index1", 3}, {"m_index2", 4}}));
  EXPECT_EQ(shape_of("loss[checkpoint=7]").dimensions, (Dimensions{{"checkpoint", 7}}));
  EXPECT_EQ(shape_of("loss[checkpoint<=7]").dimensions, (Dimensions{{"checkpoint", 7}}));
  EXPECT_EQ(shape_of("loss[checkpoint]").dimensions, (Dimensions{{"checkpoint", 1000}}));
  EXPECT_EQ(shape_of("m[epoch][4]").dimensions, (Dimensions{{"epoch", 1000}, {"m_index2", 4}}));
  EXPECT_FALSE(program_output("loss[checkpoint=7]").dimensions[0].up_to);
  EXPECT_TRUE(program_output("loss[checkpoint<=7]").dimensions[0].up_to);
  EXPECT_FALSE(program_output("loss[checkpoint<=7]").dimensions[0].thins);
  EXPECT_TRUE(program_output("loss[checkpoint]").dimensions[0].thins);
  EXPECT_EQ(shape_of("m[head=2][5]").dimensions, (Dimensions{{"head", 2}, {"m_index2", 5}}));
}

TEST(ProgramSchema, OtherTextsAreRefused) {
  for (const char* text : {"loss[", "loss[]", "loss[x y]", "loss[<=5]", "loss[x<=0]", "m[3][x]", "loss[0]", "loss[-1]",
                           "loss[1.5]", "loss[10", "loss]10[", "loss[1]x", "loss[100000001]", "m[10000][10001]",
                           "loss[a=]", "loss[99999999999999999999]", "loss [3]"})
    EXPECT_NE(refusal(toy({text})), "") << text;
  EXPECT_EQ(
      refusal(toy({"loss[x y]"})),
      "results: \"loss[x y]\": write a number as \"test_mse\", a curve as \"loss[100]\", \"loss[checkpoint=100]\", "
      "\"loss[checkpoint<=100]\" or \"loss[checkpoint]\", of 1 to 1e8 values");
  EXPECT_EQ(refusal(toy({})), "results of toy: are missing, name at least one");
}

TEST(ProgramSchema, NamesMustBeOfUse) {
  const auto parameter = [](const char* name) { return refusal(toy({"mse"}, {integer(name, 1)})); };
  EXPECT_EQ(parameter("width"), "");
  EXPECT_EQ(parameter("Width 2"), "parameter \"Width 2\": use letters, digits and _, a letter first, at most 64");
  EXPECT_EQ(parameter("mse"), "result \"mse\": the name occurs twice, choose another");
  EXPECT_EQ(parameter("MSE"), "result \"mse\": the name occurs twice, choose another");
  EXPECT_EQ(parameter("code"), "parameter \"code\": the store has a column of that name, choose another");
  EXPECT_NE(parameter("2d"), "");
  for (const char* name : {"sqlite_master", "SQLite_x", "experiments"}) {
    auto program = toy({"mse"});
    program.name = name;
    EXPECT_EQ(refusal(program), std::string("name \"") + name + "\": SQL has a table of that name, choose another");
  }
  EXPECT_NE(parameter(""), "");
  EXPECT_NE(parameter(std::string(65, 'x').c_str()), "");
  EXPECT_EQ(refusal(toy({"mse", "mse[3]"})), "result \"mse\": the name occurs twice, choose another");
  EXPECT_EQ(refusal(toy({"mse[width=3]"}, {integer("width", 1)})),
            "dimension \"width\": parameter has that name, choose another");
  EXPECT_EQ(refusal(toy({"a[t=3]", "t"})), "dimension \"t\": result has that name, choose another");
  EXPECT_EQ(refusal(toy({"a[t=3]", "b[t=4]"})), "dimension \"t\": has two sizes, name them apart");
  EXPECT_EQ(refusal(toy({"a[t=3]", "b[t=3]"})), "");
  EXPECT_EQ(refusal(toy({"a[t=3][t=3]"})), "result \"a\": has the dimension t twice, name them apart");
  EXPECT_NE(refusal(toy({"a[value=3]"})), "");
  auto named = toy({"mse"});
  for (const char* name : {"experiments", "curves", "launches", "Sweeps", "my task", ""}) {
    named.name = name;
    EXPECT_NE(refusal(named), "") << name;
  }
}

/// The list of names occurs twice in the sources, since tasks do not see the store.
TEST(ProgramSchema, EveryColumnOfTheStoreIsRefusedAsAName) {
  Table table = make_table(program_schema(toy({"mse"})));
  set_weights(table, 1);
  for (const auto& column : table.columns) {
    if (column.name == "mse") continue;
    EXPECT_NE(refusal(toy({"mse"}, {integer(column.name, 1)})), "") << column.name;
    EXPECT_NE(refusal(toy({column.name})), "") << column.name;
  }
}

TEST(ProgramSchema, TheDeclaredStepsAreTheResource) {
  ProgramDefinition definition = toy({"value"}, {integer("width", 1), integer("epochs", 1)});
  definition.steps = "epochs";
  const Schema schema = program_schema(definition);
  EXPECT_TRUE(schema.find("epochs")->gives_more);
  EXPECT_FALSE(schema.find("width")->gives_more);
}

TEST(ProgramSchema, HasTheParametersAndTheCode) {
  const Schema schema = program_schema(toy({"mse", "loss[checkpoint=4]"}, {integer("width", 8), real("rate", 0.1)}));
  EXPECT_EQ(schema.task, "toy");
  ASSERT_EQ(schema.parameters.size(), 3u);
  EXPECT_EQ(schema.parameters[2].name, "code");
  EXPECT_EQ(schema.parameters[2].default_value, Value(std::string("0123")));
  ASSERT_EQ(schema.outputs.size(), 2u);
  auto changed = toy({"mse", "loss[checkpoint=4]"}, {integer("width", 8), real("rate", 0.1)});
  changed.code = "4567";
  const Schema other = program_schema(changed);
  EXPECT_NE(identity(schema, default_config(schema)), identity(other, default_config(other)));
}

}  // namespace
}  // namespace icsweep
