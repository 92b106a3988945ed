#include "engine/ledger/due.hpp"

#include <fmt/format.h>

#include "io/base/phrases.hpp"

namespace icsweep {

Due due(const LedgerEntry& e, const Rerun& rerun) {
  if (!e.planned || !e.asked) return Due::not_asked;
  if (!e.row) return Due::fresh;
  if (e.soundness == Soundness::damaged) return Due::damaged;
  if (e.outcome == Outcome::pending) return Due::fresh;
  if (e.outcome == Outcome::pruned && !e.stays_pruned && e.rung) return Due::unpruned;
  if (rerun.outcomes.contains(e.outcome)) return e.outcome == Outcome::timed_out ? Due::continued : Due::retried;
  return e.lacks_weights && rerun.missing_weights ? Due::weights : Due::ended;
}

bool runs(Due due) {
  return due != Due::not_asked && due != Due::ended;
}

bool starts_over(Due due) {
  return due == Due::retried || due == Due::weights;
}

std::string due_text(Due due, std::size_t experiments, const std::string& kept, bool searched) {
  if (experiments == 0) return "";
  const bool one = experiments == 1;
  const std::string all = counted(experiments, "experiment");
  switch (due) {
    case Due::damaged:
      return fmt::format("{} {} not match {} and run{} again; {} keeps {}", counted(experiments, "row"),
                         one ? "does" : "do", one ? "its checksum" : "their checksums", one ? "s" : "", kept,
                         one ? "it as it was" : "them as they were");
    case Due::retried:
      return fmt::format("{} that had ended run{} again", all, one ? "s" : "");
    case Due::continued:
      return fmt::format("{} that had timed out resume{}", all, one ? "s" : "");
    case Due::weights:
      return fmt::format("{} run{} again to keep {} weights", all, one ? "s" : "", one ? "its" : "their");
    case Due::unpruned:
      return fmt::format(
          "{} that a search had pruned {} again, from {} checkpoint{}: {}", all, one ? "waits" : "wait",
          one ? "its" : "their", one ? "" : "s",
          searched ? "its decisions are made anew with the settings of this sweep" : "this sweep has no search");
    default:
      return "";
  }
}

std::string leaving_text(std::size_t experiments, bool ahead) {
  if (experiments == 0) return "";
  const bool one = experiments == 1;
  return fmt::format("{} of earlier sweeps {} the plan; {}; {}", counted(experiments, "experiment"),
                     ahead ? "would leave"
                     : one ? "leaves"
                           : "leave",
                     one ? "its row stays" : "their rows stay",
                     ahead ? fmt::format("run --add keeps {} planned", one ? "it" : "them")
                           : "run the earlier sweep with --add to plan both");
}

}  // namespace icsweep
