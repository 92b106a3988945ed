#include "engine/run/launch_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "engine/cluster/exit_status.hpp"
#include "engine/cluster/host_capacity.hpp"
#include "engine/run/launch_jobs.hpp"
#include "io/base/say.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// Interval of reads during a step. A read takes about 30 µs, mostly in the kernel. Cluster::look_every is that of
// simulate.
constexpr auto serve_every = 10ms;

/// Adds its lifetime to a sum.
class Timed {
 public:
  explicit Timed(Clock::duration& sum) : sum_(sum) {}
  ~Timed() { sum_ += Clock::now() - begin_; }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Clock::duration& sum_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

LaunchLoop::LaunchLoop(const LaunchDesk& desk, LaunchState state, const RunnerSettings& settings)
    : desk_(desk),
      state_(std::move(state)),
      settings_(settings),
      leading_(BlockChannel(desk.comm, {}, &turn_)),
      runner_(
          desk.store, Rank(0), settings, desk.stop, [this](const Progress& progress) { own_tick(progress); }, &turn_,
          &leading_) {}

/// The time of an event. The end of the launch is on another clock, which continues while this process is frozen.
double LaunchLoop::now() {
  const double now = std::chrono::duration<double>(RunningClock::now().time_since_epoch()).count();
  state_.ends = now + desk_.stop.seconds_left();
  return now;
}

const Job& LaunchLoop::job_of(Rank rank) const {
  return desk_.plan.jobs[state_.scheduler.in_flight().at(rank)];
}

/// The message if this rank, or its experiment, hangs.
std::string LaunchLoop::hangs(Rank rank) const {
  if (!state_.scheduler.in_flight().contains(rank))
    return fmt::format("rank {} has sent nothing for {:g} s; the launch ends, the same command resumes", rank.value(),
                       settings_.hang_after);
  const Experiment& e = *job_of(rank).experiment;
  const std::string label = e.varying->empty() ? "" : " (" + e.label() + ")";
  return fmt::format(
      "{} {}{} hangs on rank {}: no tick for {:g} s; the launch ends, the same command resumes with each experiment in "
      "a process of its own",
      e.task->schema().task, e.identity.text().substr(0, 8), label, rank.value(), settings_.hang_after);
}

Replies LaunchLoop::answer(Rank rank, const WorkerMessage& message) {
  switch (message.kind) {
    case MessageKind::request:
      return on_request(state_, rank, now());
    case MessageKind::progress:
      desk_.board.update(rank, message.progress);
      if (!message.rungs.empty()) on_rungs(state_, rank, message.rungs);
      return on_progress(state_, rank, message.progress, now());
    case MessageKind::finished:
      desk_.board.update(rank, message.progress);
      return complete(rank, {message.outcome, message.rungs}, message.message);
    case MessageKind::released:
      desk_.board.update(rank, message.progress);
      return give_back(rank, {.rungs = message.rungs}, message.message);
    case MessageKind::prepared:
      return on_prepared(state_, rank, now());
    case MessageKind::follows:
      return on_progress(state_, rank, {}, now());
    case MessageKind::unable:
      if (heard_.unable.insert(message.message).second)
        say(stderr, "rank {} cannot take part: {}\n", rank.value(), message.message);
      return on_unable(state_, rank, now());
    case MessageKind::goodbye:
      if (const auto& flights = state_.scheduler.in_flight(); flights.contains(rank))
        desk_.board.gave_back(rank, flights.at(rank));
      return on_left(state_, rank, now());
  }
  return {};
}

void LaunchLoop::hear(const Message& message) {
  if (desk_.reception && desk_.reception->owns(message.from)) hear_guest(message);
  else hear(message.from, worker_message(message.text));
}

/// A guest that sends nonsense is given up: it must not end this launch.
void LaunchLoop::hear_guest(const Message& message) try {
  const Rank rank = message.from;
  switch (message.what) {
    case Arrival::joined:
      obey(on_guest(state_, host_of_guest(rank, message.text), host_capacity(message.capacity), now() + message.seconds,
                    now()));
      look_for_hosts();
      return desk_.lease.set_guests(desk_.reception->guests());
    case Arrival::lost:
    case Arrival::silent:
      if (const auto& flights = state_.scheduler.in_flight(); flights.contains(rank))
        desk_.board.gave_back(rank, flights.at(rank));
      obey(on_lost(state_, rank, message.what == Arrival::lost, now()));
      look_for_hosts();
      return desk_.lease.set_guests(desk_.reception->guests());
    case Arrival::text:
      if (!state_.present.contains(rank)) return desk_.reception->give_up(rank);
      return hear(rank, worker_message(message.text));
  }
} catch (const std::logic_error&) {
  desk_.reception->give_up(message.from);
} catch (const Error& e) {
  if (e.kind() != ErrorKind::mpi) throw;
  desk_.reception->give_up(message.from);
}

/// Says which experiments wait for a host that can hold them, when hosts have come or gone.
void LaunchLoop::look_for_hosts() {
  const std::string text = no_host_text(state_, desk_.plan.jobs);
  if (text == heard_.no_host) return;
  heard_.no_host = text;
  desk_.board.set_no_host(text);
  if (!text.empty()) say(stderr, "{}\n", text);
}

/// Numbers a guest's hosts. A host that several launches use counts once for each.
Host LaunchLoop::host_of_guest(Rank rank, const std::string& name) {
  const auto guests = desk_.reception->guests();
  const auto its = std::ranges::find_if(
      guests, [&](const GuestNews& g) { return rank.value() >= g.first && rank.value() < g.first + g.ranks; });
  const std::string guest = its == guests.end() ? "" : its->name;
  const auto next = Host(int(state_.cores.free().size()));
  return heard_.hosts.try_emplace({guest, name}, next).first->second;
}

void LaunchLoop::hear(Rank rank, const WorkerMessage& message) {
  note_checkpoint(rank, message.progress);
  obey(answer(rank, message));
}

Replies LaunchLoop::complete(Rank rank, const JobResult& result, const std::string& message) {
  desk_.board.ended(rank, *job_of(rank).experiment, result.outcome, message);
  if (result.outcome == Outcome::failed) heard_.failures.insert(message);
  return on_finished(state_, rank, result, now());
}

/// message: why its program did not start, or empty. While nothing has ended, every other experiment would fail too.
/// Guests do not stop their leader.
Replies LaunchLoop::give_back(Rank rank, const JobResult& result, const std::string& message) {
  const bool is_guest = desk_.reception && desk_.reception->owns(rank);
  if (!message.empty() && !is_guest && state_.scheduler.completed() == 0) {
    if (heard_.unstarted.empty()) heard_.unstarted = message;
    state_.scheduler.give_up();
  }
  desk_.board.gave_back(rank, state_.scheduler.in_flight().at(rank));
  return on_released(state_, rank, result, now());
}

void LaunchLoop::obey(const Replies& replies) {
  for (const auto& [rank, what] : replies) std::visit([this, to = rank](const auto& one) { tell(to, one); }, what);
}

void LaunchLoop::tell(Rank rank, const reply::Start& start) {
  desk_.board.began(rank, start.job);
  desk_.board.set_team(rank, start.threads);
  if (rank == Rank(0)) own_ = start;
  else desk_.comm.send(rank, to_message(assignment_of(desk_.plan.jobs[start.job], start)));
}

void LaunchLoop::tell(Rank rank, const reply::Join& join) {
  desk_.comm.send(rank, to_message(assignment_of(desk_.plan.jobs[join.job], join)));
}

void LaunchLoop::tell(Rank rank, const reply::Drop& drop) {
  desk_.comm.send(rank, to_message(Order{.identity = desk_.plan.jobs[drop.job].experiment->identity, .pause = true}));
}

void LaunchLoop::tell(Rank rank, const reply::Pause& pause) {
  if (rank == Rank(0)) return runner_.pause();
  desk_.comm.send(rank, to_message(Order{.identity = desk_.plan.jobs[pause.job].experiment->identity, .pause = true}));
}

void LaunchLoop::tell(Rank rank, const reply::Team& team) {
  desk_.board.set_team(rank, team.threads, team.members);
  if (rank == Rank(0)) return runner_.set_team(team.threads, team.members);
  desk_.comm.send(rank, to_message(Order{.identity = desk_.plan.jobs[team.job].experiment->identity,
                                         .threads = team.threads,
                                         .members = team.members}));
}

void LaunchLoop::tell(Rank rank, const reply::Leave&) {
  desk_.comm.send(rank, to_message(Assignment{}));
}

void LaunchLoop::tell(Rank rank, const reply::Hang&) {
  if (desk_.reception && desk_.reception->owns(rank)) {
    state_.liveness.forget(rank);
    return desk_.reception->give_up(rank);
  }
  say(stderr, "{}\n", hangs(rank));
  desk_.comm.abort(exit_crashed);
}

void LaunchLoop::note_guests() {
  if (!desk_.reception) return;
  for (const GuestRecord& guest : desk_.reception->take_records()) desk_.store.note_guest(guest);
}

/// Waits for the last words of guests, whose ranks have all left.
void LaunchLoop::see_guests_out() {
  if (!desk_.reception) return;
  constexpr double farewell_within = 1;  // seconds; the words are on their way
  const auto began = RunningClock::now();
  for (desk_.reception->close();; std::this_thread::sleep_for(1ms)) {
    while (const auto message = desk_.comm.poll()) hear(*message);
    note_guests();
    if (desk_.reception->guests().empty() || running_seconds_since(began) > farewell_within) return;
  }
}

void LaunchLoop::note_checkpoint(Rank rank, const Progress& progress) {
  if (progress.saved > 0 && std::exchange(heard_.saved[rank], progress.saved) != progress.saved)
    desk_.store.note_checkpoint({rank.value(), progress.saved});
}

/// A tick of rank 0's own experiment.
void LaunchLoop::own_tick(const Progress& progress) {
  desk_.board.update(Rank(0), progress);
  note_checkpoint(Rank(0), progress);
  expect_tick();
  const auto flight = state_.scheduler.in_flight().find(Rank(0));
  const bool runs_on = flight != state_.scheduler.in_flight().end() && state_.scheduler.stint(Rank(0)).runs_on;
  const std::size_t rungs = runs_on ? runner_.rungs().size() : 0;
  const bool at_rung = rungs > std::exchange(reported_rungs_, rungs);
  if (at_rung) on_rungs(state_, Rank(0), runner_.rungs());
  const auto time = Clock::now();
  if (at_rung || std::chrono::duration<double>(time - reported_).count() >= settings_.report_every) {
    reported_ = time;
    obey(on_progress(state_, Rank(0), progress, now()));
  }
  serve();
}

/// Arms the watchdog for rank 0's own experiment. The runner watches one in a subprocess.
void LaunchLoop::expect_tick() {
  if (state_.isolation.holds(Rank(0))) return desk_.watchdog.expect_no_tick();
  desk_.watchdog.expect_tick_within(settings_.hang_after, exit_crashed, [this] { return hangs(Rank(0)); });
}

void LaunchLoop::serve() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  const Timed timed(serving_);
  if (desk_.stop.is_set()) obey(on_stop(state_, now()));
  if (desk_.reception && desk_.stop.is_set()) desk_.reception->dismiss();
  while (const auto message = desk_.comm.poll()) hear(*message);
  note_guests();
  obey(on_silence(state_, now()));
  desk_.board.show(state_.scheduler, desk_.lease);
}

/// A step of a wide model takes tenths of a second. The other ranks would wait this long.
void LaunchLoop::serve_meanwhile(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::this_thread::sleep_for(serve_every);
    const std::unique_lock turn(turn_, std::try_to_lock);  // otherwise a tick serves
    if (!turn || failure_) continue;
    try {
      serve();
    } catch (const std::exception&) {
      failure_ = std::current_exception();  // the next tick throws it
    }
  }
}

/// Runs rank 0's own experiments, one after the other.
void LaunchLoop::work() {
  while (own_) {
    const reply::Start start = *std::exchange(own_, std::nullopt);
    expect_tick();
    const Outcome outcome = runner_.run(assignment_of(desk_.plan.jobs[start.job], start));
    desk_.watchdog.expect_no_tick();
    {
      const Timed timed(serving_);
      const JobResult result{outcome, runner_.rungs()};
      obey(outcome == Outcome::pending ? give_back(Rank(0), result, runner_.message())
                                       : complete(Rank(0), result, runner_.message()));
    }
    serve();
    obey(on_request(state_, Rank(0), now()));
  }
}

void LaunchLoop::run() {
  const std::unique_lock turn(turn_);
  std::jthread server;
  const bool all_isolated = settings_.subprocess && settings_.suspects >= desk_.plan.jobs.size();
  if ((desk_.comm.size() > 1 || desk_.reception) && desk_.comm.takes_turns() &&
      !all_isolated)  // otherwise ticks come every millisecond
    server = std::jthread([this](const std::stop_token& stop) { serve_meanwhile(stop); });
  for (const Rank rank : desk_.comm.others()) obey(on_joined(state_, rank, now()));
  look_for_hosts();
  obey(on_request(state_, Rank(0), now()));
  while (!is_over(state_)) {
    work();
    serve();
    desk_.store.commit(1s);
    desk_.store.expect_own();
    std::this_thread::sleep_for(200us);
  }
  see_guests_out();
  desk_.store.commit(0s);
}

}  // namespace icsweep
