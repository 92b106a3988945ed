// icsweep with experiments that do nothing (`noop`) or sleep (`poison`), for fleet_bench.sh. With the word `guests` it
// plays guests instead: fleet_bench guests SWEEP STORE GUESTS RANKS SECONDS DURATION. Each guest has RANKS ranks, whose
// experiments take SECONDS: they send the messages of real ranks, but compute and write
// nothing.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/commands/program.hpp"
#include "engine/commands/sweep_bench.hpp"
#include "engine/fleet/link.hpp"
#include "engine/run/visit.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/system/poison_task.hpp"

namespace {

using namespace icsweep;
using Clock = std::chrono::steady_clock;

constexpr double report_every = 0.5;  // seconds, as RunnerSettings

struct PlayedRank {
  bool busy = false;
  Clock::time_point began{}, reported{};
};

double since(Clock::time_point time) {
  return std::chrono::duration<double>(Clock::now() - time).count();
}

class PlayedGuest {
 public:
  PlayedGuest(const std::string& door, const Admission& admission, const Hello& hello)
      : link_(door, admission), ranks_(hello.hosts.size()) {
    link_.send({FrameKind::hello, {}, to_message(hello)});
  }

  /// Answers what has arrived, and sends what is due. Returns the number of experiments that have ended.
  long play(const TaskRegistry& tasks, double seconds) {
    while (const auto frame = link_.receive()) hear(*frame, tasks);
    if (since(pinged_) >= 1) pinged_ = Clock::now(), link_.send({FrameKind::ping});
    long ended = 0;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      PlayedRank& rank = ranks_[i];
      if (!rank.busy) continue;
      const double done = since(rank.began) / seconds;
      if (done >= 1) {
        rank.busy = false;
        ++ended;
        send(i, {.kind = MessageKind::finished, .progress = {100, 100, 0, 0}, .outcome = Outcome::done});
        send(i, {.kind = MessageKind::request});
      } else if (since(rank.reported) >= report_every) {
        rank.reported = Clock::now();
        send(i, {.kind = MessageKind::progress, .progress = {long(100 * done), 100, 1, 0}});
      }
    }
    return ended;
  }

 private:
  void send(std::size_t rank, const WorkerMessage& message) {
    link_.send({FrameKind::message, Rank(first_ + int(rank)), to_message(message)});
  }
  void hear(const Frame& frame, const TaskRegistry& tasks) {
    if (frame.kind == FrameKind::welcome) {
      first_ = welcome_in(frame.text)->first;
      for (std::size_t i = 0; i < ranks_.size(); ++i) send(i, {.kind = MessageKind::request});
    }
    if (frame.kind != FrameKind::message || order_in(frame.text)) return;
    PlayedRank& rank = ranks_.at(std::size_t(frame.rank.value() - first_));
    rank.busy = assignment(tasks, frame.text).task != nullptr;
    rank.began = rank.reported = Clock::now();
  }

  Link link_;
  std::vector<PlayedRank> ranks_;
  int first_ = 0;
  Clock::time_point pinged_ = Clock::now();
};

int play_guests(const TaskRegistry& tasks, char** words) {
  const std::string store = words[1];
  const int guests = std::atoi(words[2]), ranks = std::atoi(words[3]);
  const double seconds = std::atof(words[4]), duration = std::atof(words[5]);
  const auto lease = read_heartbeat(store);
  const auto admission = read_admission(store);
  if (!lease || !admission || guests < 1 || ranks < 1) return 2;
  const Likeness likeness = likeness_of(resolve(tasks, {.path = words[0], .scale = ""}));
  std::vector<std::unique_ptr<PlayedGuest>> all;
  for (int i = 0; i < guests; ++i) {
    const Hello hello{likeness, std::vector<std::string>(std::size_t(ranks), fmt::format("node{}", i)), "played"};
    all.push_back(std::make_unique<PlayedGuest>(lease->door, *admission, hello));
  }
  long ended = 0;
  for (const auto began = Clock::now(); since(began) < duration;
       std::this_thread::sleep_for(std::chrono::milliseconds(2)))
    for (auto& guest : all) ended += guest->play(tasks, seconds);
  fmt::print("{} guests of {} ranks ended {} experiments in {:g} s\n", guests, ranks, ended, duration);
  std::fflush(stdout);
  std::_Exit(ended > 0 ? 0 : 1);
}

}  // namespace

int main(int count, char** words) {
  TaskRegistry tasks = papers_tasks();
  tasks.add(poison_task());
  tasks.add(noop_task());
  if (count == 8 && std::string_view(words[1]) == "guests") return play_guests(tasks, words + 2);
  return run_program(count, words, tasks);
}
