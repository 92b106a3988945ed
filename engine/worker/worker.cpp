#include "engine/worker/worker.hpp"

#include <chrono>
#include <cstdio>

#include "engine/cluster/exit_status.hpp"
#include "engine/worker/coordinator_watch.hpp"
#include "io/say.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

}  // namespace

std::vector<double> run_worker(const Comm& comm, StoreWriter& store, const RunnerSettings& settings,
                               const LeaseWatch& lease, const TaskRegistry& tasks, const StopFlag& stop) {
  CoordinatorWatch coordinator(lease, settings.hang_after);
  const auto expect_coordinator = [&] {
    if (!coordinator.is_silent()) return;
    say(stderr, "rank 0 has not renewed its lease for {:g} s; the launch ends, the same command goes on\n",
        settings.hang_after);
    comm.abort(exit_crashed);
  };
  WorkerMessage message;
  auto last = Clock::now();
  Runner runner(store, comm.rank(), settings, stop, [&](const Progress& progress) {
    expect_coordinator();
    message.progress = progress;
    if (Clock::now() - last < 500ms) return;
    last = Clock::now();
    message.kind = MessageKind::progress;
    comm.send(0, to_message(message));
  });
  const auto tell = [&](MessageKind kind) {
    message.kind = kind;
    comm.send(0, to_message(message));
  };
  std::vector<double> waits;
  while (!stop.is_set()) {
    const auto asked = Clock::now();
    tell(MessageKind::request);
    const std::string answer = comm.wait([&] { store.expect_own(), expect_coordinator(); }).text;
    waits.push_back(std::chrono::duration<double>(Clock::now() - asked).count());
    const Assignment work = assignment(tasks, answer);
    if (!work.task) break;
    message.progress = {};
    message.outcome = runner.run(work);
    message.message = runner.message();
    tell(message.outcome == Outcome::pending ? MessageKind::released : MessageKind::finished);
  }
  store.commit();
  tell(MessageKind::goodbye);
  comm.wait(expect_coordinator);  // until rank 0 has checked all rows
  return waits;
}

}  // namespace icsweep
