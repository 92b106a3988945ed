#include "engine/worker/worker.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "engine/cluster/exit_status.hpp"
#include "engine/worker/coordinator_watch.hpp"
#include "engine/worker/following.hpp"
#include "io/base/say.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// Interval between two reads of orders during an experiment. A read takes about 4 µs.
constexpr Clock::duration look_every = 10ms;

/// True once in each `pause`.
bool is_due(Clock::time_point& last, Clock::duration pause) {
  const auto now = Clock::now();
  if (now - last < pause) return false;
  last = now;
  return true;
}

/// Passes rank 0's orders for this experiment to obey(). During an experiment, rank 0 sends nothing else.
void hear(const Comm& comm, const std::string& identity, const std::function<void(const Order&)>& obey) {
  while (const auto message = comm.poll()) {
    const auto order = order_in(message->text);
    if (!order) throw Error(ErrorKind::mpi, "rank 0 sent an unexpected answer; start all ranks from one build");
    if (order->identity == identity) obey(*order);
  }
}

class Worker {
 public:
  Worker(const Comm& comm, RowWriter& store, const RunnerSettings& settings, const LeaseWatch& lease,
         const TaskRegistry& tasks, const StopFlag& stop)
      : comm_(comm),
        store_(store),
        settings_(settings),
        tasks_(tasks),
        stop_(stop),
        report_every_(
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(settings.report_every))),
        coordinator_(lease, settings.hang_after),
        leading_(BlockChannel(comm, [this] { expect_coordinator(); })),
        runner_(
            store, comm.rank(), settings, stop, [this](const Progress& progress) { on_tick(progress); }, comm.turn(),
            &leading_) {}

  std::vector<double> live() {
    const auto turn = comm_.turn() ? std::unique_lock(*comm_.turn()) : std::unique_lock<std::mutex>();
    while (!stop_.is_set()) {
      work_ = ask();
      if (!work_.task) break;
      if (work_.leader) share();
      else run();
    }
    store_.commit(0ms);
    tell(MessageKind::goodbye);
    await_answer([this] { expect_coordinator(); });  // until rank 0 has checked all rows
    return waits_;
  }

 private:
  void expect_coordinator() {
    if (!coordinator_.is_silent()) return;
    say(stderr, "rank 0 has not renewed its lease for {:g} s; the launch ends, the same command resumes\n",
        settings_.hang_after);
    comm_.abort(exit_crashed);
  }
  void tell(MessageKind kind) {
    message_.kind = kind;
    comm_.send(Rank(0), to_message(message_));
  }
  Assignment ask() {
    const auto asked = Clock::now();
    tell(MessageKind::request);
    const std::string answer = await_answer([this] { store_.expect_own(), expect_coordinator(); });
    waits_.push_back(std::chrono::duration<double>(Clock::now() - asked).count());
    message_ = {};
    return assignment(tasks_, answer);
  }
  /// The next message of rank 0, without late orders, whose experiment has ended.
  std::string await_answer(const std::function<void()>& meanwhile) {
    std::string text;
    do text = comm_.wait(meanwhile).text;
    while (order_in(text));
    return text;
  }
  /// At each tick: reads orders, and reports to rank 0 from time to time that it is alive.
  void serve(MessageKind kind, const std::function<void(const Order&)>& obey) {
    expect_coordinator();
    if (is_due(looked_, std::min(look_every, report_every_))) hear(comm_, work_.identity, obey);
    if (is_due(reported_, report_every_)) tell(kind);
  }

  void on_tick(const Progress& progress) {
    message_.progress = progress;
    if (work_.stint.runs_on && runner_.rungs().size() > message_.rungs.size())
      message_.rungs = runner_.rungs(), reported_ = {};  // at once
    serve(MessageKind::progress, [this](const Order& order) {
      if (order.pause) runner_.pause();
      if (order.threads > 0) runner_.set_team(order.threads, order.members);
    });
  }
  void run() {
    message_.outcome = runner_.run(work_);
    message_.message = runner_.message();
    message_.rungs = runner_.rungs();
    tell(message_.outcome == Outcome::pending ? MessageKind::released : MessageKind::finished);
  }
  void share() {
    bool wanted = true, prepared = false;
    const auto look = [&] {
      store_.expect_own();
      serve(MessageKind::follows, [&](const Order& order) { wanted &= !order.pause; });
    };
    message_.message = follow(work_, comm_,
                              {.look = look,
                               .wanted = [&] { return wanted && (prepared || !stop_.is_set()); },
                               .prepared = [&] { tell(MessageKind::prepared), prepared = true; }});
    if (!message_.message.empty()) tell(MessageKind::unable);
  }

  const Comm& comm_;
  RowWriter& store_;
  const RunnerSettings& settings_;
  const TaskRegistry& tasks_;
  const StopFlag& stop_;
  Clock::duration report_every_;
  CoordinatorWatch coordinator_;
  Leading leading_;
  Runner runner_;
  Assignment work_;
  WorkerMessage message_;
  Clock::time_point looked_ = Clock::now(), reported_ = looked_;
  std::vector<double> waits_;
};

}  // namespace

std::vector<double> run_worker(const Comm& comm, RowWriter& store, const RunnerSettings& settings,
                               const LeaseWatch& lease, const TaskRegistry& tasks, const StopFlag& stop) {
  return Worker(comm, store, settings, lease, tasks, stop).live();
}

void say_goodbye(const Comm& comm) {
  const auto turn = comm.turn() ? std::unique_lock(*comm.turn()) : std::unique_lock<std::mutex>();
  comm.send(Rank(0), to_message(WorkerMessage{.kind = MessageKind::goodbye}));
  while (order_in(comm.wait([] {}).text)) continue;
}

}  // namespace icsweep
