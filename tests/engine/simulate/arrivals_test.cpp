#include "engine/simulate/arrivals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

class ArrivalsInAFile : public ::testing::Test {
 protected:
  Arrivals read(const std::string& text) const {
    std::ofstream(path_) << text;
    return arrivals_in(path_, 0);
  }
  std::string error(const std::string& text) const {
    try {
      read(text);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("jobs.txt");
};

TEST_F(ArrivalsInAFile, AreReadInOrderOfTime) {
  Arrivals all = read("# time ranks leaves\n1h 4 2h30m killed\n\n0 16\n90 1 100 # short\n");
  EXPECT_EQ(all.at(0)->ranks, 16);
  EXPECT_TRUE(std::isinf(all.at(0)->leaves));
  EXPECT_EQ(all.at(1)->time, 90);
  EXPECT_FALSE(all.at(1)->is_killed);
  EXPECT_EQ(all.at(2)->leaves, 9000);
  EXPECT_TRUE(all.at(2)->is_killed);
  EXPECT_FALSE(all.at(3));
}

TEST_F(ArrivalsInAFile, ErrorsNameTheLine) {
  EXPECT_EQ(error("0 4\n10m x\n"), path_ +
                                       ":2: \"10m x\": write TIME RANKS, TIME RANKS LEAVES or TIME RANKS "
                                       "LEAVES killed, such as 10m 16 2h");
  for (const char* line : {"10", "-5 4", "0 0", "0 -4", "0 4 x", "0 4 5 6", "0 4 5 killed 6", "0 1e3", "0 99999999999"})
    EXPECT_NE(error(line).find(path_ + ":1: "), std::string::npos) << line;
  EXPECT_EQ(error("10m 4 5m"), path_ + ":1: the job leaves at 5m, before it comes at 10m");
  EXPECT_NE(error("# nothing\n").find("has no job"), std::string::npos);
}

TEST(ArrivalsAtARate, ComeAtThatMeanRate) {
  Arrivals all = arrivals_in("0.5/min:16:2h", 7);
  EXPECT_EQ(all.at(0)->time, 0);
  constexpr std::size_t many = 4000;
  EXPECT_NEAR(all.at(many)->time / many, 120, 6);
  EXPECT_EQ(all.at(many)->ranks, 16);
  EXPECT_DOUBLE_EQ(all.at(many)->leaves - all.at(many)->time, 7200);
  EXPECT_FALSE(all.at(many)->is_killed);
  EXPECT_TRUE(std::isinf(arrivals_in("1/h:1", 0).at(5)->leaves));
  EXPECT_TRUE(arrivals_in("1/h:1:2h:killed", 0).at(5)->is_killed);
}

TEST(ArrivalsAtARate, RefusesOtherForms) {
  for (const char* text : {"1/h", "1/h:0", "1/h:2:x", "1/h:2:1h:1", "1/h:2:0"})
    EXPECT_THROW(arrivals_in(text, 0), Error) << text;
  for (const char* text : {"0/h:2", "-1/h:2", "1/y:2", "inf/h:2", "no such file"})
    EXPECT_THROW(arrivals_in(text, 0), Error) << text;
}

}  // namespace
}  // namespace icsweep
