#include "io/sweep_file/sweep_file.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

std::string failure(const std::string& text) {
  try {
    parse_assignment(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Assignment, GivesAParameterAValueAListARangeOrADraw) {
  EXPECT_EQ(parse_assignment("dim=3").axis->values, (std::vector<Value>{std::int64_t{3}}));
  EXPECT_EQ(parse_assignment(" dim = [3, 4.5]").axis->values, (std::vector<Value>{std::int64_t{3}, 4.5}));
  EXPECT_EQ(parse_assignment("seed={count=2}").axis->values, (std::vector<Value>{std::int64_t{0}, std::int64_t{1}}));
  EXPECT_EQ(parse_assignment("rate={uniform=[0,1]}").axis->draw->law, Draw::Law::uniform);
  EXPECT_EQ(parse_assignment("dim=3").name, "dim");
}

TEST(Assignment, TakesATextWithoutQuotes) {
  EXPECT_EQ(parse_assignment("context=unitary").axis->values, (std::vector<Value>{std::string("unitary")}));
  EXPECT_EQ(parse_assignment("context=\"a b\"").axis->values, (std::vector<Value>{std::string("a b")}));
  EXPECT_EQ(parse_assignment("time_limit=1m30s").settings->time_limit, 90);
}

TEST(Assignment, TakesAListOfTextsWithoutQuotes) {
  const auto values = [](const char* text) { return parse_assignment(text).axis->values; };
  const std::string sca = "sca", lagged = "lagged";
  EXPECT_EQ(values("tokenization=[sca,lagged]"), (std::vector<Value>{sca, lagged}));
  EXPECT_EQ(values("tokenization=[ sca , lagged ]"), (std::vector<Value>{sca, lagged}));
  EXPECT_EQ(values("tokenization=[sca, lagged, sca]").size(), 3u);
  EXPECT_EQ(failure("tokenization=[sca,]").find("--set tokenization=[sca,]: "), 0u);
  EXPECT_EQ(failure("tokenization=[sca").find("--set tokenization=[sca: "), 0u);
}

TEST(Assignment, SetsASampleOrASetting) {
  EXPECT_EQ(parse_assignment("sample={count=5, seed=2}").sample->seed, 2);
  Settings to{.retries = 4};
  const SetOption weights = parse_assignment("keep_weights=true");
  EXPECT_TRUE(take_setting(weights.name, *weights.settings, to));
  EXPECT_TRUE(to.keep_weights);
  EXPECT_EQ(to.retries, 4);
  EXPECT_FALSE(take_setting("dim", *weights.settings, to));
}

TEST(Assignment, RefusesInOneLineWithoutALineNumber) {
  EXPECT_EQ(failure("dim"), "--set dim: write PARAMETER=VALUE, such as --set depth=3");
  EXPECT_EQ(failure("=3"), "--set =3: write PARAMETER=VALUE, such as --set depth=3");
  EXPECT_EQ(failure("#x=3"), "--set #x=3: a name cannot begin with #");
  EXPECT_EQ(failure("retries=-1"), "--set retries=-1: retries must be an integer from 0 to 1000");
  EXPECT_EQ(failure("dim=[]"), "--set dim=[]: dim has an empty list, give it a value or leave it out");
  EXPECT_EQ(failure("task=plain"), "--set task=plain: the task of a grid cannot be set, edit the sweep file");
  EXPECT_EQ(failure("dim=[1,").find("--set dim=[1,: "), 0u);
  EXPECT_EQ(failure("dim=\x01").find("--set dim="), 0u);
  for (const char* fixed : {"where='a < b'", "zip=['a','b']", "derive={a='b'}", "scale={quick={a=1}}"})
    EXPECT_NE(
        failure(fixed).find("only parameters, sample, time_limit, retries, keep_weights and resources can be set"),
        std::string::npos)
        << failure(fixed);
}

TEST(Assignment, SetsANestedParameterByItsColumn) {
  EXPECT_EQ(parse_assignment("model.lr=0.5").name, "model_lr");
  EXPECT_EQ(parse_assignment("model.lr=0.5").axis->values, (std::vector<Value>{0.5}));
  EXPECT_EQ(parse_assignment("layers=[[16,16]]").axis->values, (std::vector<Value>{Composite{"[16,16]"}}));
  EXPECT_EQ(parse_assignment("dropout=true").axis->values, (std::vector<Value>{true}));
  EXPECT_EQ(failure("model={lr=1, width=2}"),
            "--set model={lr=1, width=2}: sets several parameters, give --set once for each");
}

}  // namespace
}  // namespace icsweep
