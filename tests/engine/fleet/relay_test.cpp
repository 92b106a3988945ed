#include "engine/fleet/relay.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <future>
#include <thread>

#include "engine/fleet/port.hpp"
#include "engine/worker/messages.hpp"
#include "io/base/temporary_folder.hpp"
#include "tests/engine/run/fake_comm.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep::relay_test {
namespace {

using namespace std::chrono_literals;

const std::string request = to_message(WorkerMessage{}), goodbye = to_message(WorkerMessage{MessageKind::goodbye});

/// Two ranks of a guest with the numbers 4 and 5, and the port of the launch.
class AGuest : public ::testing::Test {
 protected:
  AGuest() {
    world_.hears = [this](Rank to, const std::string& text) { sent_.push_back({to, text}); };
    relay_.emplace(world_, *link_, 4_rank, leave_, LeaseWatch(folder_.file("s.h5"), "nobody"));
    link_->send({FrameKind::hello});
    caller_ = received()->from;
  }
  std::optional<Received> received() {
    for (int i = 0; i < 60'000; ++i, std::this_thread::sleep_for(5ms))
      if (auto received = port_->receive()) return received;
    ADD_FAILURE() << "nothing arrived at the port";
    return Received{};
  }
  Frame frame() { return frame_in(received()->bytes).value_or(Frame{FrameKind::ping}); }
  void send(const Frame& frame) { EXPECT_TRUE(port_->send(caller_, frame)); }
  /// The next message of rank 0.
  std::string heard() {
    for (int i = 0; i < 60'000; ++i, std::this_thread::sleep_for(5ms))
      if (const auto message = relay_->poll()) return message->text;
    ADD_FAILURE() << "nothing arrived at rank 0";
    return "";
  }
  bool reaches(Rank rank, const std::string& text) {
    for (int i = 0; i < 60'000; ++i, std::this_thread::sleep_for(5ms)) {
      std::ignore = relay_->poll();
      for (const Message& sent : sent_)
        if (sent.from == rank && sent.text == text) return true;
    }
    return false;
  }

  TemporaryFolder folder_;
  std::optional<Port> port_{std::in_place, "127.0.0.1"};
  std::optional<Link> link_{std::in_place, port_->address(), port_->admission()};
  FakeComm world_{2};
  StopFlag leave_;
  std::vector<Message> sent_;
  std::optional<Relay> relay_;
  Caller caller_;
};

TEST_F(AGuest, PassesItsRanksMessagesUnderTheirNumbers) {
  relay_->send(Rank(0), request);
  Frame first = frame();
  EXPECT_EQ(first.rank, 4_rank);
  EXPECT_EQ(first.text, request);
  world_.inbox.push_back({1_rank, request});
  std::ignore = relay_->poll();
  EXPECT_EQ(frame().rank, 5_rank);
  send({FrameKind::message, 5_rank, "for the other"});
  EXPECT_TRUE(reaches(1_rank, "for the other"));
  send({FrameKind::message, 4_rank, "for rank 0"});
  EXPECT_EQ(heard(), "for rank 0");
}

TEST_F(AGuest, SleepsUntilAFrameArrives) {
  relay_->send(Rank(0), request);
  const auto answers = std::async(std::launch::async, [this] { send({FrameKind::message, 4_rank, "an answer"}); });
  link_->await(20s);
  EXPECT_EQ(heard(), "an answer");
}

TEST_F(AGuest, LeavesWhenItIsDismissed) {
  relay_->send(Rank(0), request);
  send({FrameKind::dismissal});
  EXPECT_EQ(heard(), "{}");  // there is no more work
  EXPECT_TRUE(leave_.is_set());
  EXPECT_TRUE(reaches(1_rank, guest_word::leave));
  relay_->send(Rank(0), goodbye);
  world_.inbox.push_back({1_rank, goodbye});
  std::ignore = relay_->poll();
  while (frame().kind != FrameKind::bye) continue;
  send({FrameKind::message, 4_rank, "too late"});
  send({FrameKind::end});
  EXPECT_EQ(heard(), guest_word::end);
  EXPECT_TRUE(reaches(1_rank, guest_word::end));
  EXPECT_EQ(relay_->parting(), Parting::dismissed);
}

TEST_F(AGuest, LeavesWhenTheLaunchIsLost) {
  relay_->send(Rank(0), request);
  port_.reset();
  EXPECT_EQ(heard(), "{}");
  EXPECT_TRUE(leave_.is_set());
  relay_->send(Rank(0), goodbye);
  world_.inbox.push_back({1_rank, goodbye});
  EXPECT_EQ(heard(), guest_word::end);
  EXPECT_EQ(relay_->parting(), Parting::lost);
}

TEST_F(AGuest, EndsWhenNothingIsLeft) {
  relay_->send(Rank(0), goodbye);
  world_.inbox.push_back({1_rank, goodbye});
  std::ignore = relay_->poll();
  while (frame().kind != FrameKind::bye) continue;
  send({FrameKind::end});
  EXPECT_EQ(heard(), guest_word::end);
  EXPECT_EQ(relay_->parting(), Parting::nothing_left);
}

/// A rank that is not rank 0 gets the words of the guest among the messages of the launch.
TEST(GuestComm, AnswersItsRankWhenTheGuestLeaves) {
  FakeComm world(2, 1_rank);
  std::vector<std::string> sent;
  world.hears = [&](Rank, const std::string& text) { sent.push_back(text); };
  StopFlag leave;
  const GuestComm comm(world, 7_rank, leave);
  EXPECT_EQ(comm.rank(), 7_rank);
  comm.send(Rank(0), request);
  EXPECT_EQ(sent, std::vector<std::string>{request});
  EXPECT_FALSE(comm.poll());
  world.inbox.push_back({0_rank, to_message(Order{.identity = "a"})});  // late: the question stays open
  EXPECT_TRUE(comm.poll());
  world.inbox.push_back({0_rank, guest_word::leave});
  EXPECT_EQ(comm.poll()->text, "{}");
  EXPECT_TRUE(leave.is_set());
  EXPECT_FALSE(comm.poll());
  comm.send(Rank(0), goodbye);
  world.inbox.push_back({0_rank, "an assignment"});
  EXPECT_FALSE(comm.poll());
  world.inbox.push_back({0_rank, guest_word::end});
  EXPECT_EQ(comm.poll()->text, guest_word::end);
}

}  // namespace
}  // namespace icsweep::relay_test
