#include "tasks/program/protocol.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

using Kind = ProgramMessage::Kind;

TEST(Protocol, AnOrderIsTheDocumentedBytes) {
  ProgramOrder order{.run = 7,
                     .parameters = values("width", std::int64_t(8), "rate", 1.0, "tiny", 1e-7, "seed", std::int64_t(3)),
                     .threads = 2,
                     .local_rank = 1,
                     .checkpoint = "/tmp/a/checkpoint",
                     .resume = true};
  order.parameters.emplace("name", std::string("say \"ä\"\n"));
  EXPECT_EQ(
      order_line(order),
      "{\"icsweep\":1,\"run\":7,\"parameters\":{\"name\":\"say \\\"ä\\\"\\n\",\"rate\":1.0,\"seed\":3,"
      "\"tiny\":1e-07,\"width\":8},\"seed\":3,\"threads\":2,\"local_rank\":1,\"checkpoint\":\"/tmp/a/checkpoint\","
      "\"resume\":true}\n");
  EXPECT_EQ(order_line({}),
            "{\"icsweep\":1,\"run\":0,\"parameters\":{},\"threads\":1,\"local_rank\":0,\"checkpoint\":\"\","
            "\"resume\":false}\n");
  EXPECT_EQ(answer_line("go"), "{\"do\":\"go\"}\n");
}

TEST(Protocol, EveryLineOfAProgramIsUnderstood) {
  EXPECT_EQ(program_message("{\"icsweep\":1}").kind, Kind::hello);
  EXPECT_EQ(program_message("{\"icsweep\":1}\r").kind, Kind::hello);
  EXPECT_EQ(program_message(" { \"saved\" : true } ").kind, Kind::saved);
  EXPECT_EQ(program_message("{\"saved\":false}").kind, Kind::not_saved);
  EXPECT_EQ(program_message("{\"run\":3,\"stopped\":true}").kind, Kind::stopped);
  const auto failed = program_message("{\"run\":3,\"failed\":\"no\\nfile\"}");
  EXPECT_EQ(failed.kind, Kind::failed);
  EXPECT_EQ(failed.run, 3);
  EXPECT_EQ(failed.why, "no file");
  EXPECT_EQ(program_message("{\"run\":3,\"diverged\":true}").why, "gave no reason");
  const auto progress = program_message("{\"step\":2,\"steps\":5,\"loss\":NaN,\"curves\":{\"a\":[1,2],\"b\":3}}");
  EXPECT_EQ(progress.kind, Kind::progress);
  EXPECT_EQ(progress.progress.step, 2);
  EXPECT_EQ(progress.progress.steps, 5);
  EXPECT_EQ(progress.progress.sequences, 2);
  EXPECT_TRUE(std::isnan(progress.progress.loss));
  EXPECT_EQ(progress.values.at("a").values, (std::vector<double>{1, 2}));
  EXPECT_EQ(program_message("{\"step\":2,\"steps\":5,\"sequences\":64}").progress.sequences, 64);
}

TEST(Protocol, WordsThatJsonLacksAreNumbersOutsideOfTexts) {
  const auto message =
      program_message("{\"run\":1,\"results\":{\"a \\\\\\\"NaN\":[NaN,-Infinity,Infinity,null,\"-Infinity\"]}}");
  const auto& values = message.values.at("a \\\"NaN").values;
  ASSERT_EQ(values.size(), 5u);
  EXPECT_TRUE(std::isnan(values[0]) && std::isnan(values[3]));
  EXPECT_EQ(values[1], -HUGE_VAL);
  EXPECT_EQ(values[2], HUGE_VAL);
  EXPECT_EQ(values[4], -HUGE_VAL);
  EXPECT_EQ(program_message("{\"run\":1,\"failed\":\"loss is NaN\"}").why, "loss is NaN");
}

TEST(Protocol, ArraysKeepTheirShape) {
  const auto shape = [](const std::string& value) {
    return program_message("{\"run\":1,\"results\":{\"a\":" + value + "}}").values.at("a").shape;
  };
  using Shape = std::vector<std::size_t>;
  EXPECT_EQ(shape("3"), Shape{});
  EXPECT_EQ(shape("[]"), Shape{0});
  EXPECT_EQ(shape("[1,2]"), Shape{2});
  EXPECT_EQ(shape("[[1],[2],[3]]"), (Shape{3, 1}));
  EXPECT_EQ(shape("[[[1,2]]]"), (Shape{1, 1, 2}));
  for (const char* ragged : {"[1,[2]]", "[[1],2]", "[[1],[2,3]]", "[[],[1]]", "[[1],[]]", "[[[1]],[[2],[3]]]"})
    EXPECT_THROW(shape(ragged), std::runtime_error) << ragged;
}

TEST(Protocol, EverythingElseIsRefused) {
  for (const char* line : {"",
                           "x",
                           "1",
                           "[]",
                           "{",
                           "{}",
                           "{\"icsweep\":2}",
                           "{\"icsweep\":\"1\"}",
                           "{\"step\":1}",
                           "{\"step\":-1,\"steps\":2}",
                           "{\"step\":1.5,\"steps\":2}",
                           "{\"step\":1,\"steps\":18446744073709551615}",
                           "{\"step\":1,\"steps\":1e3}",
                           "{\"results\":{}}",
                           "{\"run\":0,\"results\":{}}",
                           "{\"run\":1,\"results\":[]}",
                           "{\"run\":1,\"results\":{\"a\":true}}",
                           "{\"run\":1,\"results\":{\"a\":{}}}",
                           "{\"step\":1,\"steps\":2,\"loss\":\"low\"}",
                           "{\"step\":1,\"steps\":2,\"curves\":3}",
                           "{\"icsweep\":1} {\"icsweep\":1}",
                           "{\"icsweep\":1",
                           "\xff\xfe",
                           "{\"failed\":\"\xff\",\"run\":1}",
                           "NaN",
                           "{NaN:1}"})
    EXPECT_THROW(program_message(line), std::runtime_error) << line;
  EXPECT_THROW(program_message(std::string("{\"icsweep\":1}\0", 14)), std::runtime_error);
}

TEST(Protocol, ALineMayHoldAllResults) {
  Schema schema{"toy", 1, {}, {{"mse", "", {}}}};
  const std::size_t least = longest_program_line(schema);
  schema.outputs.push_back({"loss", "", {{"loss_index", [](const Config&) { return std::int64_t(1000000); }}}});
  EXPECT_GE(longest_program_line(schema), least + 27 * 1000000);  // -1.2345678901234567e-300, and a blank
}

TEST(Protocol, AnOrderNestsParametersAndLeavesAbsentOnesOut) {
  Parameter rate{"model_lr", 0.0};
  rate.path = "model.lr";
  ProgramOrder order{.run = 1,
                     .parameters = {{"model_lr", 1.0}, {"flag", true}, {"decay", None{}}, {"gone", Absent{}}}};
  order.parameters["layers"] = Composite{"[[16,16],{\"a\":0.5}]"};
  order.known = {rate};
  EXPECT_NE(order_line(order).find("\"parameters\":{\"decay\":null,\"flag\":true,\"layers\":[[16,16],{\"a\":0.5}],"
                                   "\"model\":{\"lr\":1.0}},"),
            std::string::npos)
      << order_line(order);
}

}  // namespace
}  // namespace icsweep
