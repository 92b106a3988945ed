#include "engine/fleet/reception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>

#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

constexpr double ping_every = 1;  // seconds
constexpr std::size_t most_guest_ranks = 16'384;
constexpr std::size_t longest_job = 100, longest_hosts = 96;
constexpr double silent_after = 4;  // seconds; a guest pings once a second

/// The guest's word for how it leaves; any other counts as the usual one.
std::string parting_in(const std::string& word) {
  return word == parting::stopped || word == parting::dismissed ? word : parting::ended;
}

}  // namespace

Reception::Reception(Port& port, ReceptionTerms terms, GiveUp give_up)
    : port_(port),
      terms_(std::move(terms)),
      give_up_(std::move(give_up)),
      looked_(RunningClock::now()),
      next_rank_(terms_.ranks) {}

Reception::~Reception() {
  dismissed_ = RunningClock::now();
  while (const auto received = port_.receive()) hear(*received);
  for (const Guest& guest : guests_) port_.send(guest.caller, {FrameKind::end});
}

Reception::Guest* Reception::with(Rank rank) {
  const auto found = std::ranges::find_if(guests_, [&](const Guest& guest) { return guest.has(rank); });
  return found == guests_.end() ? nullptr : &*found;
}

Reception::Guest* Reception::with(const Caller& caller) {
  const auto found = std::ranges::find(guests_, caller, &Guest::caller);
  return found == guests_.end() ? nullptr : &*found;
}

std::optional<Message> Reception::poll() {
  if (running_seconds_since(looked_) >= ping_every) look();
  while (news_.empty()) {
    const auto received = port_.receive();
    if (!received) return std::nullopt;
    hear(*received);
  }
  Message next = std::move(news_.front());
  news_.pop_front();
  return next;
}

void Reception::hear(const Received& received) {
  const auto frame = frame_in(received.bytes);
  Guest* const guest = with(received.from);
  if (!guest) {
    if (frame && frame->kind == FrameKind::hello) greet(received.from, *frame);
    return;
  }
  if (guest->lost) return;  // its experiments are others' by now
  guest->heard = RunningClock::now();
  if (frame && frame->kind == FrameKind::ping) return;
  if (frame && frame->kind == FrameKind::message && guest->has(frame->rank))
    return news_.push_back({frame->rank, frame->text});
  if (!frame || frame->kind != FrameKind::bye) return lose(*guest, false);
  port_.send(guest->caller, {FrameKind::end});
  record(*guest, parting_in(frame->text));
  leave(*guest);
}

void Reception::greet(const Caller& caller, const Frame& frame) {
  const auto hello = hello_in(frame.text);
  std::string reason = hello ? difference(hello->likeness, terms_.likeness)
                             : "the launch that writes it does not understand this one; start all from one build";
  if (hello && (hello->hosts.empty() || hello->hosts.size() > most_guest_ranks))
    reason = fmt::format("a launch that joins has 1 to {} ranks", most_guest_ranks);
  if (hello && !hello->capacities.empty() && hello->capacities.size() != hello->hosts.size())
    reason = "a launch needs one capacity for each rank";
  if (!reason.empty()) port_.send(caller, {FrameKind::refusal, {}, reason});
  else if (dismissed_) port_.send(caller, {FrameKind::end});
  else welcome(caller, *hello);
}

void Reception::welcome(const Caller& caller, const Hello& hello) {
  const auto ranks = int(hello.hosts.size());
  Guest guest{
      caller,
      {std::to_string(next_name_++), cut(printable(hello.job), longest_job), next_rank_, ranks, seconds_since_1970()},
      printable(hosts_text(hello.hosts, longest_hosts)),
      RunningClock::now()};
  Welcome welcome = terms_.welcome;
  welcome.guest = guest.news.name, welcome.first = guest.news.first;
  if (!port_.send(caller, {FrameKind::welcome, {}, to_message(welcome)})) return;  // it has gone: no number is used
  next_rank_ += ranks;
  say(stderr, "{}: {} joined with {}\n", terms_.store, guest.news.job, counted(std::size_t(ranks), "rank"));
  for (int i = 0; i < ranks; ++i)
    news_.push_back({Rank(guest.news.first + i), hello.hosts[std::size_t(i)], Arrival::joined, hello.seconds,
                     hello.capacities.empty() ? "" : hello.capacities[std::size_t(i)]});
  record(guest, "");
  guests_.push_back(std::move(guest));
}

/// Notes the guest's present stay.
void Reception::record(const Guest& guest, const std::string& parting) {
  const auto& [name, job, first, ranks, joined] = guest.news;
  records_.push_back({first, ranks, job, guest.hosts, joined, parting.empty() ? 0 : seconds_since_1970(), parting});
}

/// Looks for lost guests, once a second.
void Reception::look() {
  looked_ = RunningClock::now();
  const bool is_late = dismissed_ && running_seconds_since(*dismissed_) > terms_.dismissed_within;
  for (Guest& guest : guests_)
    if (is_late || !port_.send(guest.caller, {FrameKind::ping}))
      lose(guest, running_seconds_since(guest.heard) > silent_after);
  for (auto guest = guests_.begin(); guest != guests_.end();) {
    auto& each = *guest++;  // settle() may remove it
    if (each.lost) settle(each);
  }
}

void Reception::lose(Guest& guest, bool is_silent) {
  if (guest.lost) return;
  guest.lost = RunningClock::now();
  guest.is_silent = is_silent;
  record(guest, is_silent ? parting::silent : parting::lost);
  say(stderr, "{}: {} is lost: others continue its experiments\n", terms_.store, guest.news.job);
}

/// Takes the next step after a loss: the entry in the lease, and after a while the news.
void Reception::settle(Guest& guest) {
  if (!guest.listed && give_up_(guest.news.name)) guest.listed = RunningClock::now();
  if (guest.listed && (dismissed_ || running_seconds_since(*guest.listed) >= terms_.settle)) leave(guest);
}

/// Ends the guest's stay. A rank that has said goodbye is not lost, whatever the news.
void Reception::leave(const Guest& guest) {
  const Arrival what = guest.is_silent ? Arrival::silent : Arrival::lost;
  for (int i = 0; i < guest.news.ranks; ++i) news_.push_back({Rank(guest.news.first + i), "", what});
  guests_.remove_if([&](const Guest& other) { return &other == &guest; });
}

void Reception::send(Rank to, const std::string& text) {
  if (const Guest* guest = with(to); guest && !guest->lost)
    port_.send(guest->caller, {FrameKind::message, to, text});  // a failure shows at the next ping
}

void Reception::close() {
  if (!dismissed_) dismissed_ = RunningClock::now();
}

void Reception::dismiss() {
  if (dismissed_) return;
  close();
  for (const Guest& guest : guests_) port_.send(guest.caller, {FrameKind::dismissal});
}

void Reception::give_up(Rank rank) {
  if (Guest* guest = with(rank)) lose(*guest, true);
}

std::vector<GuestNews> Reception::guests() const {
  std::vector<GuestNews> all;
  for (const Guest& guest : guests_) all.push_back(guest.news);
  return all;
}

}  // namespace icsweep
