// Tells a command of the user's what becomes of a launch (`run --notify`).
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/scheduling/scheduler.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

struct NoticeOptions {
  std::string command{};     ///< for /bin/sh; empty: nobody is told
  std::size_t failures = 1;  ///< at so many failures of the launch it is told
};

/// Starts the command for each of three events, once each: `failures`, `hopeless` (the first few experiments all
/// failed) and `end`. It reads one JSON object on its standard input; its own output goes nowhere. It is neither waited
/// for nor killed, and that it cannot be started is a line on standard error and nothing else.
class Notices {
 public:
  Notices(const NoticeOptions& options, const std::string& store, const std::string& sweep);

  /// Looks whether there is a failure or hopelessness to tell. `news`: the launch's heartbeat of this moment.
  void look(const Heartbeat& news, const Scheduler& scheduler);
  /// Tells that the launch ends. `ending`: of its record; `message`: of the error that ends it, if one does.
  void end(const std::string& ending, int status, const std::string& message = "");

 private:
  void tell(const std::string& event, const nlohmann::json& more);

  const NoticeOptions options_;
  const std::string store_, sweep_;
  Heartbeat last_;
  bool told_failures_ = false, told_hopeless_ = false;
};

}  // namespace icsweep
