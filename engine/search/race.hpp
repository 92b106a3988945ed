// Races: decide which settings continue at each rung. Decisions depend on results alone, not on the order in which
// results arrive, on the ranks that computed them, or on a clock.
//
// A setting's value at a rung is the mean of its experiments' metric there, in the sweep's order. Of n settings
// max(keep, floor(n/eta)) continue at the first rung, of these max(keep, floor(·/eta)) at the next: the best by value,
// of equal ones the first in the sweep. A setting without a value does not continue:
// - if one of its experiments diverged before the rung, the setting has no value there;
// - experiments that failed, timed out or crashed before the rung are left out of the mean; if none is left, there is
// no
//   value;
// - a mean that is not finite is no value.
// A rung decides as soon as no further result could change the decision, which may be before all results are known.
// [Jamieson and Talwalkar 2016.] With scouts the first experiment of each setting trains before the others
// (scouts.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/search.hpp"

namespace icsweep {

enum class RungVerdict { open, promoted, pruned };

/// The first rung at which a setting is not promoted, and the verdict there. A setting that is promoted at all rungs
/// has {rungs, promoted}.
struct Fate {
  RungIndex rung{};
  RungVerdict verdict = RungVerdict::open;
  bool operator==(const Fate&) const = default;
};

/// Decisions of one race. Internal to this room: others use SearchState.
class RaceState {
 public:
  /// entrants: of each setting, in the sweep's order. at: share of the training at each rung, for expected_work().
  RaceState(const Search::Rules& rules, Indexed<SettingIndex, std::vector<Entrant>> entrants,
            std::vector<double> at = {});

  /// Replaces the known results of an experiment.
  void note(SettingIndex setting, std::size_t member, Entrant entrant);
  const Entrant& entrant(SettingIndex setting, std::size_t member) const { return entrants_[setting][member]; }
  const Fate& fate(SettingIndex setting) const;
  /// True if an open setting would continue at its rung if no further result came.
  bool leads(SettingIndex setting) const;
  /// Number of rungs this experiment must reach, given the decisions so far: those that its setting has reached. With
  /// scouts 0 for the other experiments of a setting that is not promoted to the end.
  std::size_t due_rungs(SettingIndex setting, std::size_t member) const;
  /// True if the experiment trains to the end: its setting is promoted at all rungs, or it is a scout that continues.
  bool trains_to_end(SettingIndex setting, std::size_t member) const;
  /// Work of the experiment in whole trainings, given the decisions so far. Undecided settings have equal chances.
  /// Before any decision, the mean over the race is share_of_budget().
  double expected_work(SettingIndex setting, std::size_t member) const;
  std::size_t settings() const { return entrants_.size(); }
  const Search::Rules& rules() const { return rules_; }

 private:
  /// Number of the setting's first experiments whose mean is its value at a rung.
  std::size_t judged_by(SettingIndex setting) const { return rules_.scouts ? 1 : entrants_[setting].size(); }
  void decide() const;
  void count_chances() const;

  Search::Rules rules_;
  Indexed<SettingIndex, std::vector<Entrant>> entrants_;
  std::vector<double> at_;
  mutable Indexed<SettingIndex, Fate> fates_;  // of the entrants as they are, unless stale_
  mutable Indexed<SettingIndex, bool> leads_;
  mutable std::vector<double> chances_;  // that an undecided setting continues, at each rung that decides
  mutable bool stale_ = true;
};

}  // namespace icsweep
