#include "engine/fleet/relay.hpp"

#include <chrono>
#include <utility>

#include "engine/worker/messages.hpp"
#include "io/store/launches.hpp"

namespace icsweep {
namespace {

constexpr auto pump_every = std::chrono::milliseconds(2);  // costs 1 % of a core
constexpr auto longest_sleep = std::chrono::milliseconds(2);
constexpr double answer_within = 5;  // seconds

}  // namespace

Relay::Relay(const Comm& world, Link& link, Rank first, StopFlag& leave, LeaseWatch lease)
    : GuestComm(world, first, leave), link_(link), lease_(std::move(lease)) {
  if (world.takes_turns()) thread_ = std::jthread([this](const std::stop_token& stop) { pump_meanwhile(stop); });
}

Relay::~Relay() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

Parting Relay::parting() const {
  return dismissed_ ? Parting::dismissed : lost_ ? Parting::lost : Parting::nothing_left;
}

std::optional<std::string> Relay::next() const {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  pump();
  if (inbox_.empty() && asks() && world_.size() == 1 && !lost_ && !leave_.is_set()) {  // no other rank needs this one
    link_.await(longest_sleep);
    pump();
  }
  if (inbox_.empty()) return std::nullopt;
  std::string text = std::move(inbox_.front());
  inbox_.pop_front();
  return text;
}

void Relay::forward(Rank local, const std::string& text) const {
  left_ += kind_in(text) == MessageKind::goodbye;
  link_.send({FrameKind::message, Rank(number_.value() + local.value()), text});
}

void Relay::tell_all(const char* word) const {
  for (const Rank rank : world_.others()) world_.send(rank, word);
  inbox_.emplace_back(word);
}

void Relay::hear(const Frame& frame) const {
  const int local = frame.rank.value() - number_.value();
  if (frame.kind == FrameKind::end) answered_ = true;
  if (frame.kind == FrameKind::dismissal && !std::exchange(dismissed_, true)) tell_all(guest_word::leave);
  if (frame.kind != FrameKind::message || local < 0 || local >= world_.size()) return;
  if (local == 0) inbox_.push_back(frame.text);
  else world_.send(Rank(local), frame.text);
}

/// Once a second: looks at the lease, and shows that this launch lives.
void Relay::look_at_lease() const {
  const auto now = RunningClock::now();
  if (now - looked_ < std::chrono::seconds(1)) return;
  looked_ = now;
  if (!lost_) link_.send({FrameKind::ping});
  const std::string counter = lease_.counter();
  if (!counter.empty() && std::exchange(counter_, counter) != counter) renewed_ = now;
}

/// Passes all messages that have arrived.
void Relay::pump() const {
  look_at_lease();
  while (const auto message = world_.poll()) forward(message->from, message->text);
  const bool is_lost = link_.state() != LinkState::open;
  while (const auto frame = link_.receive()) hear(*frame);
  if (is_lost && !answered_ && !std::exchange(lost_, true)) tell_all(guest_word::leave);
  if (left_ == world_.size() && !ended_) part();
}

/// All ranks have said goodbye: informs the launch, and then lets the ranks end.
void Relay::part() const {
  const char* const how = dismissed_ ? parting::dismissed : leave_.is_set() ? parting::stopped : parting::ended;
  if (!parting_) link_.send({FrameKind::bye, {}, how});
  if (!parting_) parting_ = RunningClock::now();
  if (!answered_ && !lost_ && running_seconds_since(*parting_) < answer_within) return;
  ended_ = true;
  tell_all(guest_word::end);
}

void Relay::pump_meanwhile(const std::stop_token& stop) const {
  while (!stop.stop_requested()) {
    std::this_thread::sleep_for(pump_every);
    const std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn || failure_) continue;
    try {
      pump();
    } catch (const std::exception&) {
      failure_ = std::current_exception();  // the rank's next look throws it
    }
  }
}

}  // namespace icsweep
