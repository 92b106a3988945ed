#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "engine/commands.hpp"
#include "engine/progress_text.hpp"
#include "engine/progress_view.hpp"
#include "engine/status_watch.hpp"
#include "engine/store_status.hpp"
#include "io/say.hpp"
#include "io/text_columns.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

void print_header(const std::string& path, const StoreHeader& header) {
  say("{}: sweep \"{}\", started {}\n  planned by: {}\n  with: {}\n", path, printable(header.sweep_name),
      printable(header.started), printable(header.command), printable(header.program));
  if (header.launches.empty()) return;
  const LaunchRecord& last = header.launches.back();
  const std::string end = last.ending.empty()  ? "not ended"
                          : last.ended.empty() ? last.ending
                                               : fmt::format("{} {}", last.ending, last.ended);
  say("  launches: {}, the last on {}, began {}, {}\n", header.launches.size(), ranks_text(int(last.ranks)),
      printable(last.began), printable(end));
}

void print(const Heartbeat& h) {
  say("running on {}, process {} on {}\n", ranks_text(h.ranks), h.pid, printable(h.host));
  for (const auto& line : progress_block(h, ProgressView(STDOUT_FILENO).screen())) say("{}\n", line);
}

void print_json(const TaskStatus& status, const std::optional<Heartbeat>& heartbeat) {
  auto json = to_json(status);
  json["running"] = heartbeat.has_value();
  if (heartbeat) json["sequences_per_s"] = heartbeat->sequences_per_s, json["eta_s"] = heartbeat->eta_s;
  say("{}\n", json.dump());
}

void print_once(const std::string& path, const StoreReader& store, bool json) {
  const auto heartbeat = live_heartbeat(path);
  for (const auto& status : status_of(store))
    if (json) print_json(status, heartbeat);
    else say("{}", to_text(status));
  if (json) return;
  if (heartbeat) print(*heartbeat);
  else say("no launch is running\n");
}

}  // namespace

int status_command(const Command& self, const Arguments& arguments) {
  std::string path;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")(
      "watch", "follow the launch, redrawn each second, until it ends")(
      "json", "one JSON object a task; with --watch, one a second");
  const auto values = parse_arguments(self, arguments, options, {"store"});
  if (!values) return exit_success;
  const bool json = values->contains("json");
  {
    const StoreReader store(path);
    if (!json) print_header(path, store.header());
    if (!values->contains("watch")) print_once(path, store, json);
  }  // closed while a launch is followed
  if (values->contains("watch")) watch_launch(path, json);
  return exit_success;
}

}  // namespace icsweep
