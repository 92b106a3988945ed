// The leader's side of its guests: welcomes them, passes their messages, notices their loss.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/cluster/comm.hpp"
#include "engine/fleet/greeting.hpp"
#include "engine/fleet/port.hpp"
#include "io/store/heartbeat.hpp"
#include "io/store/launches.hpp"
#include "io/store/running_clock.hpp"

namespace icsweep {

/// The terms for every guest.
struct ReceptionTerms {
  std::string store{};  ///< for messages
  Likeness likeness{};  ///< of the launch
  int ranks = 1;        ///< of the launch itself; guests have the numbers after them
  Welcome welcome{};    ///< without the guest's name and numbers
  /// Seconds between the entry of a lost guest in the lease and the return of its experiments: a rank that has just
  /// looked at the lease may still write.
  double settle = 2.5;
  double dismissed_within = 20;  ///< seconds in which dismissed guests save; later they count as lost
};

/// Welcomes guests, passes messages to and from their ranks, and notices their loss. A guest is lost if its connection
/// ends or is silent for some seconds, if it sends anything but frames, or if it is given up.
class Reception {
 public:
  /// Enters a guest in the lease as given up. Returns false if it has to be tried again.
  using GiveUp = std::function<bool(const std::string& guest)>;

  Reception(Port& port, ReceptionTerms terms, GiveUp give_up);
  /// Informs callers that the launch is over.
  ~Reception();
  Reception(const Reception&) = delete;
  Reception& operator=(const Reception&) = delete;

  /// The next message of a rank, or the news that a rank joined or was lost.
  std::optional<Message> poll();
  bool owns(Rank rank) const { return rank >= Rank(terms_.ranks); }
  void send(Rank to, const std::string& text);
  /// Asks all guests to save their experiments and to leave. Nobody joins after it.
  void dismiss();
  /// Nobody joins after it. Guests that have nothing more to do leave by themselves.
  void close();
  /// Gives up the guest of the rank.
  void give_up(Rank rank);
  /// Records of guests that have joined or left since the last call.
  std::vector<GuestRecord> take_records() { return std::exchange(records_, {}); }
  /// Present guests.
  std::vector<GuestNews> guests() const;

 private:
  using Time = RunningClock::time_point;
  struct Guest {
    Caller caller;
    GuestNews news;
    std::string hosts;
    Time heard;
    bool is_silent = false;  // it was lost so
    std::optional<Time> lost{}, listed{};

    bool has(Rank rank) const { return rank.value() >= news.first && rank.value() < news.first + news.ranks; }
  };

  Guest* with(Rank rank);
  Guest* with(const Caller& caller);
  void hear(const Received& received);
  void greet(const Caller& caller, const Frame& frame);
  void welcome(const Caller& caller, const Hello& hello);
  void look();
  void settle(Guest& guest);
  void leave(const Guest& guest);
  void lose(Guest& guest, bool is_silent);
  void record(const Guest& guest, const std::string& parting);

  Port& port_;
  ReceptionTerms terms_;
  GiveUp give_up_;
  std::list<Guest> guests_;
  std::deque<Message> news_;
  std::vector<GuestRecord> records_;
  std::optional<Time> dismissed_;
  Time looked_;
  int next_rank_, next_name_ = 1;
};

}  // namespace icsweep
