#include "engine/worker/worker.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "engine/cluster/exit_status.hpp"
#include "engine/worker/coordinator_watch.hpp"
#include "io/say.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// For an order, while an experiment runs. A look takes about 4 µs.
constexpr Clock::duration look_every = 10ms;

/// True once in each `pause`.
bool is_due(Clock::time_point& last, Clock::duration pause) {
  const auto now = Clock::now();
  if (now - last < pause) return false;
  last = now;
  return true;
}

/// Does what rank 0 orders for this experiment. While one runs, rank 0 sends nothing else.
void obey(const Comm& comm, const std::string& identity, Runner& runner) {
  while (const auto message = comm.poll()) {
    const auto order = order_in(message->text);
    if (!order) throw Error(ErrorKind::mpi, "rank 0 answers what was not asked; start all ranks from one build");
    if (order->identity != identity) continue;
    if (order->pause) runner.pause();
    if (order->threads > 0) runner.set_threads(order->threads);
  }
}

/// What rank 0 says next, without orders that come late: their experiment has ended.
std::string await_answer(const Comm& comm, const std::function<void()>& meanwhile) {
  std::string text;
  do text = comm.wait(meanwhile).text;
  while (order_in(text));
  return text;
}

}  // namespace

std::vector<double> run_worker(const Comm& comm, RowWriter& store, const RunnerSettings& settings,
                               const LeaseWatch& lease, const TaskRegistry& tasks, const StopFlag& stop) {
  CoordinatorWatch coordinator(lease, settings.hang_after);
  const auto expect_coordinator = [&] {
    if (!coordinator.is_silent()) return;
    say(stderr, "rank 0 has not renewed its lease for {:g} s; the launch ends, the same command goes on\n",
        settings.hang_after);
    comm.abort(exit_crashed);
  };
  WorkerMessage message;
  const auto tell = [&](MessageKind kind) {
    message.kind = kind;
    comm.send(0, to_message(message));
  };
  Assignment work;
  auto looked = Clock::now(), reported = looked;
  const auto report_every =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(settings.report_every));
  Runner runner(store, comm.rank(), settings, stop, [&](const Progress& progress) {
    expect_coordinator();
    if (is_due(looked, std::min(look_every, report_every))) obey(comm, work.identity, runner);
    message.progress = progress;
    if (is_due(reported, report_every)) tell(MessageKind::progress);
  });
  std::vector<double> waits;
  while (!stop.is_set()) {
    const auto asked = Clock::now();
    tell(MessageKind::request);
    const std::string answer = await_answer(comm, [&] { store.expect_own(), expect_coordinator(); });
    waits.push_back(std::chrono::duration<double>(Clock::now() - asked).count());
    work = assignment(tasks, answer);
    if (!work.task) break;
    message.progress = {};
    message.outcome = runner.run(work);
    message.message = runner.message();
    message.rungs = runner.rungs();
    tell(message.outcome == Outcome::pending ? MessageKind::released : MessageKind::finished);
  }
  store.commit(std::chrono::milliseconds(0));
  tell(MessageKind::goodbye);
  await_answer(comm, expect_coordinator);  // until rank 0 has checked all rows
  return waits;
}

}  // namespace icsweep
