#include "engine/fleet/reception.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

#include "engine/fleet/fleet_comm.hpp"
#include "engine/fleet/link.hpp"
#include "tests/engine/run/fake_comm.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep::reception_test {
namespace {

using namespace std::chrono_literals;

const Likeness ours{"a build", "a sweep", "a user"};

/// A launch of three ranks that welcomes guests.
class AReception : public ::testing::Test {
 protected:
  void open(double settle = 0.5) {
    ReceptionTerms terms{"s.h5", ours, 3, {.inode = 5, .terms = "{}"}, settle, 1};
    reception_ = std::make_unique<Reception>(port_, std::move(terms), [this](const std::string& guest) {
      if (disk_is_full_) return false;
      given_up_.push_back(guest);
      return true;
    });
  }
  std::unique_ptr<Link> come(int ranks, const Likeness& likeness = ours) {
    auto link = std::make_unique<Link>(port_.address(), port_.admission());
    link->send({FrameKind::hello,
                {},
                to_message(Hello{likeness, std::vector<std::string>(std::size_t(ranks), "h2"), "host h2"})});
    return link;
  }
  /// The next message at the reception.
  Message heard() {
    for (int i = 0; i < 60'000; ++i, std::this_thread::sleep_for(5ms))
      if (auto message = reception_->poll()) return *message;
    ADD_FAILURE() << "nothing arrived";
    return {};
  }
  /// The next frame at the guest, apart from pings.
  Frame answer(Link& link) {
    for (int i = 0; i < 60'000; ++i, std::this_thread::sleep_for(5ms)) {
      if (reception_)
        if (auto message = reception_->poll()) kept_.push_back(*message);
      if (auto frame = link.receive(); frame && frame->kind != FrameKind::ping) return *frame;
    }
    ADD_FAILURE() << "no answer came";
    return {FrameKind::ping};
  }

  Port port_{"127.0.0.1"};
  std::vector<std::string> given_up_;
  std::vector<Message> kept_;
  bool disk_is_full_ = false;
  std::unique_ptr<Reception> reception_;
};

TEST_F(AReception, NumbersTheRanksOfGuestsAfterItsOwn) {
  open();
  const auto one = come(2);
  EXPECT_EQ(welcome_in(answer(*one).text)->first, 3);
  const auto two = come(1);
  const auto welcome = welcome_in(answer(*two).text);
  EXPECT_EQ(welcome->first, 5);
  EXPECT_EQ(welcome->inode, 5u);
  while (kept_.size() < 3) kept_.push_back(heard());
  EXPECT_EQ(kept_[0].what, Arrival::joined);
  EXPECT_EQ(kept_[0].from, 3_rank);
  EXPECT_EQ(kept_[0].text, "h2");
  EXPECT_EQ(kept_[1].from, 4_rank);
  EXPECT_EQ(reception_->guests().size(), 2u);
  EXPECT_TRUE(reception_->owns(3_rank));
  EXPECT_FALSE(reception_->owns(2_rank));
  const auto records = reception_->take_records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[1].first, 5);
  EXPECT_EQ(records[1].hosts, "h2");
  EXPECT_TRUE(records[1].is_present());
  EXPECT_TRUE(reception_->take_records().empty());
}

/// The launch numbers ranks as they join. One that is skipped would give the next guest's messages to nobody.
TEST_F(AReception, AGuestThatHasGoneBeforeItsWelcomeUsesNoNumber) {
  open();
  come(2).reset();  // its hello is on the way
  std::this_thread::sleep_for(1s);
  const auto next = come(1);
  EXPECT_EQ(welcome_in(answer(*next).text)->first, 3);
}

TEST_F(AReception, PassesMessagesBothWays) {
  open();
  const auto guest = come(2);
  answer(*guest);
  guest->send({FrameKind::message, 4_rank, "a request"});
  Message message = heard();
  while (message.what == Arrival::joined) message = heard();
  EXPECT_EQ(message.from, 4_rank);
  EXPECT_EQ(message.text, "a request");
  FakeComm world(3);
  FleetComm(world, *reception_).send(4_rank, "an answer");
  const Frame frame = answer(*guest);
  EXPECT_EQ(frame.rank, 4_rank);
  EXPECT_EQ(frame.text, "an answer");
}

TEST_F(AReception, RefusesAnotherSweep) {
  open();
  Likeness other = ours;
  other.sweep = "another";
  const auto guest = come(2, other);
  const Frame frame = answer(*guest);
  EXPECT_EQ(frame.kind, FrameKind::refusal);
  EXPECT_NE(frame.text.find("another sweep"), std::string::npos);
  EXPECT_TRUE(reception_->guests().empty());
}

TEST_F(AReception, EntersALostGuestInTheLeaseBeforeOthersContinue) {
  open(0.5);
  auto guest = come(2);
  answer(*guest);
  disk_is_full_ = true;
  guest.reset();
  for (int i = 0; i < 300; ++i, std::this_thread::sleep_for(10ms))
    if (const auto message = reception_->poll()) {
      EXPECT_NE(message->what, Arrival::lost);
    }
  disk_is_full_ = false;
  Message message = heard();
  while (message.what == Arrival::joined) message = heard();
  EXPECT_EQ(message.what, Arrival::lost);
  EXPECT_EQ(given_up_, std::vector<std::string>{"1"});
  EXPECT_EQ(reception_->take_records().back().parting, parting::lost);
  EXPECT_EQ(heard().from, 4_rank);
  EXPECT_TRUE(reception_->guests().empty());
}

TEST_F(AReception, GivesUpAGuestThatSendsNonsenseOrSpeaksForOthers) {
  for (const Frame& frame : {Frame{FrameKind::message, 2_rank, "{}"}, Frame{FrameKind::welcome, {}, "{}"}}) {
    open(0.1);
    given_up_.clear();
    const auto guest = come(1);
    answer(*guest);
    guest->send(frame);
    Message message = heard();
    while (message.what == Arrival::joined) message = heard();
    EXPECT_EQ(message.what, Arrival::lost);
    EXPECT_EQ(given_up_.size(), 1u);
    reception_.reset();
  }
}

TEST_F(AReception, AnswersAGuestThatSaysGoodbye) {
  open();
  const auto guest = come(1);
  answer(*guest);
  reception_->take_records();
  guest->send({FrameKind::bye, {}, parting::stopped});
  EXPECT_EQ(answer(*guest).kind, FrameKind::end);
  EXPECT_TRUE(reception_->guests().empty());
  const auto records = reception_->take_records();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].parting, parting::stopped);
  EXPECT_TRUE(given_up_.empty());
}

TEST_F(AReception, DismissesItsGuestsAndLetsNobodyElseIn) {
  open();
  const auto guest = come(1);
  answer(*guest);
  reception_->dismiss();
  EXPECT_EQ(answer(*guest).kind, FrameKind::dismissal);
  const auto late = come(1);
  EXPECT_EQ(answer(*late).kind, FrameKind::end);
  for (const Message& message : kept_) EXPECT_NE(message.what, Arrival::lost);
  Message message = heard();  // it does not leave in time
  while (message.what == Arrival::joined) message = heard();
  EXPECT_EQ(message.what, Arrival::lost);
}

TEST_F(AReception, TellsThoseWhoComeAtItsEnd) {
  open();
  const auto guest = come(1);
  answer(*guest);
  reception_.reset();
  EXPECT_EQ(answer(*guest).kind, FrameKind::end);
}

}  // namespace
}  // namespace icsweep::reception_test
