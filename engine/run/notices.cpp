#include "engine/run/notices.hpp"

#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/base/exec.hpp"
#include "io/base/process.hpp"
#include "io/base/say.hpp"

namespace icsweep {
namespace {

std::size_t failures_in(const Scheduler& scheduler) {
  std::size_t failures = 0;
  for (const Outcome outcome : failure_outcomes) failures += scheduler.count(outcome);
  return failures;
}

/// The output of `icsweep status --json` about a launch, without the experiments in flight.
nlohmann::json facts(const Heartbeat& news) {
  const auto heartbeat = nlohmann::json::parse(to_text(news));
  nlohmann::json json{{"host", host_name()}, {"pid", ::getpid()}};
  for (const char* field : {"total", "ended", "done", "counts", "saved", "share", "elapsed_s", "eta_s", "failures"})
    json[field] = heartbeat.at(field);
  return json;
}

}  // namespace

Notices::Notices(const NoticeOptions& options, const std::string& store, const std::string& sweep)
    : options_(options), store_(store), sweep_(sweep) {}

void Notices::look(const Heartbeat& news, const Scheduler& scheduler) {
  last_ = news;
  if (!sent_failures_ && failures_in(scheduler) >= options_.failures)
    sent_failures_ = true, send("failures", nlohmann::json::object());
  if (!sent_hopeless_ && scheduler.hopeless()) sent_hopeless_ = true, send("hopeless", nlohmann::json::object());
}

void Notices::end(const std::string& ending, int status, const std::string& message) {
  send("end", {{"ending", ending}, {"status", status}, {"message", message}});
}

void Notices::send(const std::string& event, const nlohmann::json& more) {
  if (options_.command.empty()) return;
  nlohmann::json json = facts(last_);
  std::error_code none;
  json.update({{"event", event}, {"store", std::filesystem::absolute(store_, none).string()}, {"sweep", sweep_}});
  json.update(more);
  const std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  try {
    Process({.file = "/bin/sh",
             .arguments = {"sh", "-c", options_.command},
             .environment = child_environment(),
             .input = text,
             .output = Stream::nothing,
             .errors = Stream::nothing,
             .lifetime = Lifetime::own});
  } catch (const std::runtime_error& e) {
    say(stderr, "{}: --notify: no notice was sent of \"{}\": {}\n", store_, event, e.what());
  }
}

}  // namespace icsweep
