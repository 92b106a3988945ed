// A race: which settings go on at each rung. Decisions are a function of results alone: neither the order in which
// results come, nor who computed them, nor any clock changes one.
//
// A setting's value at a rung is the mean of its experiments' metric there, in the sweep's order. Of n settings
// max(keep, floor(n/eta)) go on at the first rung, of these max(keep, floor(·/eta)) at the next: the best by value, of
// equal ones the first in the sweep. Without a value a setting does not go on:
// - an experiment that diverges before a rung takes its setting's value there;
// - one that fails, times out or crashes before it is left out of the mean; a setting of which nothing is left has no
//   value;
// - a mean that is not finite is none.
// A decision falls as soon as no result that is still to come could change it, which may be before all are there.
// [Jamieson and Talwalkar 2016.] With scouts the first experiment of each setting goes ahead of the others
// (scouts.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/search.hpp"

namespace icsweep {

enum class RungVerdict { open, promoted, pruned };

/// How far a setting is known to go: the first rung without a promotion, and the verdict there. A setting that is
/// promoted at all of them has {rungs, promoted}.
struct Fate {
  RungIndex rung{};
  RungVerdict verdict = RungVerdict::open;
  bool operator==(const Fate&) const = default;
};

/// The decisions in one race. Internal to this room: others ask SearchState.
class RaceState {
 public:
  /// entrants: those of a setting in the sweep's order.
  RaceState(const Search::Rules& rules, Indexed<SettingIndex, std::vector<Entrant>> entrants);

  /// Replaces what is known of an experiment.
  void note(SettingIndex setting, std::size_t member, Entrant entrant);
  const Entrant& entrant(SettingIndex setting, std::size_t member) const { return entrants_[setting][member]; }
  const Fate& fate(SettingIndex setting) const;
  /// Whether an open setting would go on at its rung if nothing more came.
  bool leads(SettingIndex setting) const;
  /// Number of rungs that the experiment is to reach by what is decided: all that its setting has come to. With scouts
  /// none for the others of a setting that is not promoted to the end.
  std::size_t due_rungs(SettingIndex setting, std::size_t member) const;
  /// Whether the experiment trains to the end: its setting is promoted everywhere, or it is a scout that goes there.
  bool trains_to_end(SettingIndex setting, std::size_t member) const;
  std::size_t settings() const { return entrants_.size(); }
  const Search::Rules& rules() const { return rules_; }

 private:
  /// How many of a setting's experiments, the first in the sweep, give its value at a rung.
  std::size_t judged_by(SettingIndex setting) const { return rules_.scouts ? 1 : entrants_[setting].size(); }
  void decide() const;

  Search::Rules rules_;
  Indexed<SettingIndex, std::vector<Entrant>> entrants_;
  mutable Indexed<SettingIndex, Fate> fates_;  // of the entrants as they are, unless stale_
  mutable Indexed<SettingIndex, bool> leads_;
  mutable bool stale_ = true;
};

}  // namespace icsweep
