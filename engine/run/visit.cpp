#include "engine/run/visit.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <utility>

#include "engine/ledger/version.hpp"
#include "io/base/say.hpp"
#include "io/base/text_columns.hpp"
#include "io/base/whole_file.hpp"
#include "io/store/running_clock.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr double reached_within = 9;  // seconds
constexpr std::chrono::milliseconds look_again = 20ms, try_again = 1s;

/// Waits for a leader's answer.
class Knocking {
 public:
  Knocking(const Heartbeat& leader, const Hello& hello, const LaunchOptions& o, const StopFlag& stop, bool keeps_trying)
      : leader_(leader), hello_(hello), o_(o), stop_(stop), keeps_trying_(keeps_trying) {}

  std::optional<Visit> run() {
    if (leader_.rewrites || !is_leading()) return later();
    if (leader_.door.empty())
      throw Error(ErrorKind::stopped,
                  fmt::format("{}: the launch that is writing it ({}) was started without --join, or by an earlier "
                              "version, so no launch can help it; wait for its end",
                              o_.store, job_text(leader_)));
    while (is_leading()) {
      if (const auto frame = answer()) return take(*frame);
      if (has_reached_ || running_seconds_since(began_) < reached_within) continue;
      if (!has_moved(o_.store, seen_)) return later();  // it may have died: the lease shows it
      if (keeps_trying_) {
        wait_for_network();
        continue;
      }
      if (lacks_key_)
        throw Error(ErrorKind::stopped,
                    fmt::format("{}: is missing, damaged or of another launch, so no launch can join the one that is "
                                "writing the store ({}); stop that launch and start it again",
                                admission_path(o_.store), job_text(leader_)));
      throw Error(ErrorKind::stopped,
                  fmt::format("{}: cannot connect to the launch that is writing it ({}, at {}): the network does not "
                              "let jobs connect; --listen ADDRESS chooses another address there",
                              o_.store, job_text(leader_), printable(leader_.door)));
    }
    return later();
  }

 private:
  std::optional<Visit> later() const {
    std::this_thread::sleep_for(try_again);
    return std::nullopt;
  }
  void expect_no_stop() const {
    if (stop_.is_set())
      throw Error(ErrorKind::stopped, fmt::format("{}: stopped before it could help; run the same command", o_.store));
  }
  /// The leader renews its lease, but there is no way to it.
  void wait_for_network() {
    if (!std::exchange(waits_, true))
      say(stderr,
          "{}: cannot connect now to the launch that is writing it ({}); waits for the network or for its end\n",
          o_.store, job_text(leader_));
    seen_ = read_heartbeat(o_.store).value_or(leader_);
    std::this_thread::sleep_for(try_again);
    began_ = RunningClock::now();
  }
  bool is_leading() const {
    const auto now = read_heartbeat(o_.store);
    return now && now->door_key == leader_.door_key && now->pid == leader_.pid && now->host == leader_.host;
  }
  /// The answer over one connection; nothing if it fails or the leader has left.
  std::optional<Frame> answer() {
    expect_no_stop();
    const auto admission = read_admission(o_.store);
    lacks_key_ = !admission || admission->port != leader_.door_key;
    if (lacks_key_) {  // it is still to be written
      std::this_thread::sleep_for(try_again / 5);
      return std::nullopt;
    }
    link_ = std::make_unique<Link>(leader_.door, *admission);
    Hello hello = hello_;
    hello.seconds -= running_seconds_since(came_);
    link_->send({FrameKind::hello, {}, to_message(hello)});
    for (auto looked = RunningClock::now();;) {
      expect_no_stop();
      const LinkState state = link_->state();
      if (auto frame = link_->receive(); frame && frame->kind != FrameKind::ping) return frame;
      has_reached_ |= state == LinkState::open;
      const bool is_over = state == LinkState::refused || state == LinkState::lost;
      if (!has_reached_ && running_seconds_since(began_) > reached_within) return std::nullopt;
      if (is_over) std::this_thread::sleep_for(try_again);
      if (is_over) return std::nullopt;
      std::this_thread::sleep_for(look_again);
      if (running_seconds_since(looked) < 1) continue;
      looked = RunningClock::now();
      if (!is_leading()) return std::nullopt;
    }
  }
  std::optional<Visit> take(const Frame& frame) {
    if (frame.kind == FrameKind::refusal)
      throw Error(ErrorKind::config, fmt::format("{}: {}", o_.store, printable(frame.text)));
    const auto welcome = frame.kind == FrameKind::welcome ? welcome_in(frame.text) : std::nullopt;
    if (!welcome) return later();
    struct stat status {};
    if (::stat(o_.store.c_str(), &status) != 0 || status.st_ino != welcome->inode)
      throw Error(ErrorKind::config,
                  fmt::format("{}: the launch that its lease names writes another file: this is a copy; remove {}",
                              o_.store, lease_path(o_.store)));
    Visit visit{std::move(link_), launch_terms(welcome->terms), welcome->has_more};
    visit.terms.guest = welcome->guest, visit.terms.first_rank = welcome->first;
    return visit;
  }

  const Heartbeat& leader_;
  const Hello& hello_;
  const LaunchOptions& o_;
  const StopFlag& stop_;
  std::unique_ptr<Link> link_;
  const bool keeps_trying_;
  bool has_reached_ = false, waits_ = false, lacks_key_ = false;
  Heartbeat seen_ = leader_;
  RunningClock::time_point came_ = RunningClock::now(), began_ = came_;
};

}  // namespace

Likeness likeness_of(const ResolvedSweep& sweep) {
  std::string text = sweep.text().empty() ? sweep.label() + sweep.sweep().text : sweep.text();
  for (const std::string& rule : sweep.only()) text += '\n' + rule;
  return {checkpoint_program(), content_hash(text), std::to_string(::geteuid())};
}

std::string job_text(const Holder& holder) {
  const std::string job = holder.job.empty() ? "" : ", job " + printable(holder.job);
  return fmt::format("host {}, process {}{}", printable(holder.host), holder.pid, job);
}

std::optional<Visit> visit(const Heartbeat& leader, const Hello& hello, const LaunchOptions& o, const StopFlag& stop,
                           bool keeps_trying) {
  return Knocking(leader, hello, o, stop, keeps_trying).run();
}

}  // namespace icsweep
