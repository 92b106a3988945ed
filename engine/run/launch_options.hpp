// The options of a launch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/run/notices.hpp"
#include "engine/ledger/store_plan.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "engine/worker/runner.hpp"

namespace icsweep {

struct LaunchOptions {
  SweepSource sweep;
  std::string store;               ///< the file, with links resolved
  std::vector<std::string> words;  ///< the command line
  Rerun rerun;
  RunnerSettings runner;
  std::optional<double> walltime;  ///< in seconds
  bool add = false;                ///< rows that earlier sweeps planned stay planned
  NoticeOptions notify{};
  bool join = false;     ///< help the launch that has the store; without one, lead, and let others join
  std::string listen{};  ///< with join: address at which others join; empty: one that reaches other hosts
  bool emulate = false;  ///< bfloat16 is emulated without the processor's instructions
  bool quiet = false;    ///< print only errors
};

}  // namespace icsweep
