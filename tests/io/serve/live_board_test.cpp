#include "io/serve/live_board.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace icsweep {
namespace {

using namespace std::chrono_literals;

TEST(LiveBoard, SaysWhatHasChanged) {
  LiveBoard board;
  const Seen begin = board.wait({}, 0ms);
  board.tell("{}");
  const Seen told = board.wait(begin, 0ms);
  EXPECT_NE(told.launch, begin.launch);
  EXPECT_EQ(told.rows, begin.rows);
  board.tell("{}");
  EXPECT_EQ(board.wait(told, 0ms), told) << "the same news are none";
  board.show({"about", "numbers"});
  EXPECT_NE(board.wait(told, 0ms).rows, told.rows);
  EXPECT_EQ(board.launch(), "{}");
}

TEST(LiveBoard, AViewerKeepsTheTextThatItLoads) {
  LiveBoard board;
  board.show({"old", "1"});
  const auto old = board.text();
  board.show({"new", "2"});
  EXPECT_EQ(old->about, "old");
  EXPECT_EQ(board.text()->about, "new");
}

TEST(LiveBoard, WakesWhoWaits) {
  LiveBoard board;
  std::thread closes([&] { board.close(); });
  EXPECT_TRUE(board.wait({}, 1min).closed);
  closes.join();
}

}  // namespace
}  // namespace icsweep
