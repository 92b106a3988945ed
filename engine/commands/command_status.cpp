#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/progress/progress_text.hpp"
#include "engine/progress/progress_view.hpp"
#include "engine/progress/prometheus.hpp"
#include "engine/progress/status_text.hpp"
#include "engine/progress/status_watch.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

void print_header(const std::string& path, const StoreHeader& header) {
  say("{}: sweep \"{}\", started {}\n  planned by: {}\n  with: {}\n", path, printable(header.sweep_name),
      printable(header.started), printable(header.command), printable(header.program));
  if (header.launches.empty()) return;
  const LaunchRecord& last = header.launches.back();
  const std::string end = last.ending.empty()  ? "not ended"
                          : last.ended.empty() ? last.ending
                                               : fmt::format("{} {}", last.ending, last.ended);
  say("  launches: {}, the last on {}, began {}, {}\n", header.launches.size(), counted(int(last.ranks), "rank"),
      printable(last.began), printable(end));
}

void print(const Heartbeat& h) {
  say("running on {}, process {} on {}\n", counted(h.ranks, "rank"), h.pid, printable(h.host));
  for (const auto& line : progress_block(h, ProgressView(STDOUT_FILENO).screen())) say("{}\n", line);
}

LaunchPulse::State state_of(const std::optional<Heartbeat>& live, const std::optional<Heartbeat>& left) {
  using State = LaunchPulse::State;
  return live ? State::running : !left ? State::gone : is_here(*left) ? State::killed : State::silent;
}

enum class Form { words, json, prometheus };

void print_once(const TaskRegistry& tasks, const std::string& path, const Store& store, Form form) {
  const auto live = live_heartbeat(path), left = live ? live : read_heartbeat(path);
  const auto state = state_of(live, left);
  StoreStatus s = store_status(tasks, store, path, live.value_or(Heartbeat{}), ending_of(state, true),
                               form == Form::words ? Messages::read : Messages::unread);
  s.ending = ending_of(state, !s.is_complete());
  if (form == Form::prometheus) return say("{}", prometheus_text(s, path, store.header().sweep_name));
  if (form == Form::json) return say("{}\n", to_json(s).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  for (const auto& task : s.tasks) say("{}", to_text(task));
  if (s.rounds) say("{}", to_text(*s.rounds));
  say("{}", guests_text(s));
  if (live) return print(*live);
  if (!s.is_complete()) say("{} of the predicted work is done; {}\n", percent_text(s.share), left_text(s));
  else say("{}\n", left_text(s));
  say("no launch is running\n");
}

}  // namespace

OptionTable status_options() {
  using namespace option;
  return {{place("store", "STORE.h5", "store").completed_by(store_files),
           flag("watch", "follow the launch, redrawn each second, until it ends").unpaged(),
           flag("json", "one JSON object; with --watch, one a second"),
           flag("prometheus", "metrics for Prometheus' textfile collector"), no_pager()}};
}

int status_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store");
  const bool watch = given->flag("watch"), json = given->flag("json");
  const Form form = given->flag("prometheus") ? Form::prometheus : json ? Form::json : Form::words;
  if (form == Form::prometheus && (watch || json))
    throw Error(ErrorKind::config, "status: --prometheus is read once and has no --watch or --json");
  {
    const StoreReader store(path);
    if (form == Form::words) print_header(path, store.header());
    if (!watch) print_once(s.tasks, path, store, form);
  }  // the store is closed while a launch is watched
  if (watch) watch_launch(s.tasks, path, json);
  return exit_success;
}

}  // namespace icsweep
