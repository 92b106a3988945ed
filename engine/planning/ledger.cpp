#include "engine/planning/ledger.hpp"

#include "engine/planning/checkpoint_index.hpp"
#include "engine/planning/ended_experiments.hpp"

namespace icsweep {

Ledger ledger_of(const ResolvedSweep& sweep, const std::string& store, const Rerun& rerun) {
  Ledger ledger{planned_experiments(sweep, ended_experiments(sweep, store, rerun.outcomes)), {}};
  const PlannedExperiments& planned = ledger.planned;
  Request request{.command = {}, .rerun = rerun, .defaulted = planned.points.defaulted};
  if (planned.search) request.search = &*planned.search, request.saved_rungs = saved_rungs(store);
  ledger.plan = compare_store(sweep, store, planned.points.experiments, request);
  return ledger;
}

}  // namespace icsweep
