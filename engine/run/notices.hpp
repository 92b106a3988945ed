// Reports the events of a launch to a user's command (`run --notify`).
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/launch/scheduler.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

struct NoticeOptions {
  std::string command{};     ///< for /bin/sh; empty: no notices
  std::size_t failures = 1;  ///< number of failures at which the command is called
};

/// Starts the command for each of three events, once each: `failures`, `hopeless` (the first few experiments all
/// failed) and `end`. The command reads one JSON object on its standard input, and its output is discarded. It is
/// neither waited for nor killed. If it cannot be started, this gives one line on standard error.
class Notices {
 public:
  Notices(const NoticeOptions& options, const std::string& store, const std::string& sweep);

  /// Reports `failures` or `hopeless` if it is due. `news` is the current heartbeat of the launch.
  void look(const Heartbeat& news, const Scheduler& scheduler);
  /// Reports the end of the launch. `ending` is that of its record; `message` is that of the error that ends it, if
  /// any.
  void end(const std::string& ending, int status, const std::string& message = "");

 private:
  void send(const std::string& event, const nlohmann::json& more);

  const NoticeOptions options_;
  const std::string store_, sweep_;
  Heartbeat last_;
  bool sent_failures_ = false, sent_hopeless_ = false;
};

}  // namespace icsweep
