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

#include "io/store/table.hpp"

namespace icsweep {

/// What is known of an experiment.
struct Entrant {
  Outcome outcome = Outcome::pending;
  std::vector<double> rungs{};  ///< its metric at the rungs that it has passed; all of them if it is done
};

struct RaceRules {
  std::size_t eta = 3, rungs = 3;  ///< rungs: without the end of the training
  std::size_t first = 0;           ///< the first rung that decides; `rungs`: none does
  bool largest = false;            ///< the best value is the largest
  std::size_t keep = 1;            ///< so many settings go on at least, if there are as many
  bool scouts = false;             ///< first experiments go ahead; the last rung is then the end of their training
};

enum class RungVerdict { open, promoted, pruned };

/// How far a setting is known to go: the first rung without a promotion, and the verdict there. A setting that is
/// promoted at all of them has {rungs, promoted}.
struct Fate {
  std::size_t rung = 0;
  RungVerdict verdict = RungVerdict::open;
  bool operator==(const Fate&) const = default;
};

class Race {
 public:
  /// entrants: by setting, in the sweep's order.
  Race(const RaceRules& rules, std::vector<std::vector<Entrant>> entrants);

  /// Replaces what is known of an experiment.
  void note(std::size_t setting, std::size_t member, Entrant entrant);
  const Entrant& entrant(std::size_t setting, std::size_t member) const { return entrants_[setting][member]; }
  const Fate& fate(std::size_t setting) const;
  /// Whether an open setting would go on at its rung if nothing more came.
  bool leads(std::size_t setting) const;
  /// Number of rungs that the experiment is to reach by what is decided: all that its setting has come to. With scouts
  /// none for the others of a setting that is not promoted to the end.
  std::size_t due_rungs(std::size_t setting, std::size_t member) const;
  /// Whether the experiment trains to the end: its setting is promoted everywhere, or it is a scout that goes there.
  bool trains_to_end(std::size_t setting, std::size_t member) const;
  std::size_t settings() const { return entrants_.size(); }
  const RaceRules& rules() const { return rules_; }

 private:
  /// How many of a setting's experiments, the first in the sweep, give its value at a rung.
  std::size_t judged_by(std::size_t setting) const { return rules_.scouts ? 1 : entrants_[setting].size(); }
  void decide() const;

  RaceRules rules_;
  std::vector<std::vector<Entrant>> entrants_;
  mutable std::vector<Fate> fates_;  // of the entrants as they are, unless stale_
  mutable std::vector<bool> leads_;
  mutable bool stale_ = true;
};

/// How many of `settings` settings go on at each rung, from the first that decides on: at most so many reach the next.
std::vector<std::size_t> promoted_counts(const RaceRules& rules, std::size_t settings);

/// What a race of settings of equal cost takes of all their trainings, at most. at: by rung, the share of the training.
/// With scouts see scouts.hpp.
double share_of_budget(const RaceRules& rules, std::size_t settings, const std::vector<double>& at);

}  // namespace icsweep
