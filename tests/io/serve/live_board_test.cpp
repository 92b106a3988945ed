#include "io/serve/live_board.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace icsweep {
namespace {

using namespace std::chrono_literals;

TEST(LiveBoard, SaysWhatHasChanged) {
  LiveBoard board;
  const Seen begin = board.wait({}, 0ms);
  board.publish("{}");
  const Seen known = board.wait(begin, 0ms);
  EXPECT_NE(known.launch, begin.launch);
  EXPECT_EQ(known.rows, begin.rows);
  board.publish("{}");
  EXPECT_EQ(board.wait(known, 0ms), known) << "no news";
  board.show({"about", "numbers"});
  EXPECT_NE(board.wait(known, 0ms).rows, known.rows);
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
