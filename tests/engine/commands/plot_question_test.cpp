#include "engine/commands/plot_question.hpp"

#include <gtest/gtest.h>

#include "engine/commands/commands.hpp"
#include "io/base/error.hpp"

namespace icsweep {
namespace {

PlotQuestion asked(std::vector<std::string> words) {
  words.insert(words.begin(), {"s.h5", "augmented"});
  return plot_question(GivenOptions(plot_options(), words));
}

std::string refusal_of(std::vector<std::string> words) {
  try {
    asked(std::move(words));
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(PlotQuestion, SplitsNamesAndKeepsSql) {
  const PlotQuestion map = asked({"--y", "test_mse", "--x", "depth,width", "--log", "y"});
  EXPECT_EQ(map.x + " " + map.down, "depth width");
  EXPECT_TRUE(map.log_y && !map.log_x);
  const PlotQuestion two = asked({"--y", "a / b", "--x", "max(c, d)", "--by", "depth,width"});
  EXPECT_EQ(two.y + "|" + two.x + "|" + two.down, "a / b|max(c, d)|");
  EXPECT_EQ(two.by + " " + two.marker, "depth width");
  EXPECT_TRUE(asked({"--pareto", "a,b"}).front);
}

TEST(PlotQuestion, ReadsTheDirectionOfEachResultOfAFront) {
  const auto directions = [](const PlotQuestion& q) { return std::pair(q.x_largest, q.largest); };
  const PlotQuestion front = asked({"--pareto", "a:largest,b"});
  EXPECT_EQ(front.x + " " + front.y, "a b");
  EXPECT_EQ(directions(front), std::pair(true, false));
  EXPECT_EQ(directions(asked({"--pareto", "a,b:largest"})), std::pair(false, true));
  EXPECT_EQ(directions(asked({"--pareto", "a,b", "--largest"})), std::pair(true, true));
}

TEST(PlotQuestion, HasTextsAndARule) {
  const PlotQuestion q =
      asked({"--y", "a", "--title", "", "--label", "a=b=c", "--label", "d=e", "--setting", "median", "--largest"});
  EXPECT_EQ(q.texts.title, "");
  EXPECT_EQ(q.texts.x_label, std::nullopt);
  EXPECT_EQ(q.texts.name("a") + q.texts.name("d") + q.texts.name("f"), "b=cef");
  EXPECT_TRUE(q.rule == SettingRule::median && q.largest);
  EXPECT_TRUE(asked({"--y", "a"}).rule == SettingRule::best);
}

TEST(PlotQuestion, RefusesWhatDoesNotFit) {
  EXPECT_NE(refusal_of({"--y", "a", "--by", "b,c,d"}).find("one parameter or two"), std::string::npos);
  EXPECT_NE(refusal_of({"--y", "a", "--x", "b,c,d"}).find("one parameter or two"), std::string::npos);
  EXPECT_NE(refusal_of({"--y", "a", "--setting", "worst"}).find("best, median or all"), std::string::npos);
  EXPECT_NE(refusal_of({"--y", "a", "--label", "=b"}).find("NAME=TEXT"), std::string::npos);
  EXPECT_NE(refusal_of({"--y", "a", "--log", "z"}).find("x, y or xy"), std::string::npos);
  EXPECT_NE(refusal_of({"--pareto", "a,b", "--x", "c"}).find("--pareto a,b"), std::string::npos);
}

TEST(FileName, OfSqlHasNoBlanksOrSlashes) {
  EXPECT_EQ(file_name_of("test_mse"), "test_mse");
  EXPECT_EQ(file_name_of("test_mse / gd_mse"), "test_mse-gd_mse");
  EXPECT_EQ(file_name_of("../log(a)"), "log-a");
}

}  // namespace
}  // namespace icsweep
