#include "engine/search/race.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace icsweep {
namespace {

/// A setting's value at a rung.
struct Score {
  enum class Kind { unknown, none, known } kind = Kind::unknown;
  double mean = 0;
};

Score score_of(const std::vector<Entrant>& members, std::size_t rung) {
  double sum = 0, count = 0;
  bool unknown = false;
  for (const auto& e : members) {
    if (e.rungs.size() > rung) {
      sum += e.rungs[rung];
      ++count;
    } else if (e.outcome == Outcome::diverged) {
      return {Score::Kind::none};
    } else {
      unknown |= e.outcome == Outcome::pending || e.outcome == Outcome::pruned || e.outcome == Outcome::done;
    }
  }
  if (unknown) return {};
  const double mean = sum / count;
  if (!std::isfinite(mean)) return {Score::Kind::none};
  return {Score::Kind::known, mean};
}

/// A setting with its value at the rung that is being decided.
struct Placed {
  double mean;
  std::size_t setting;
};

/// The settings that reach a rung, or may, and who of them goes on.
class Rung {
 public:
  Rung(bool largest, std::size_t keep, std::size_t room) : largest_(largest), keep_(keep), room_(room) {}

  /// The setting has come to this rung.
  void add_arrived(std::size_t setting, const Score& score) {
    ++arrived_;
    if (score.kind == Score::Kind::unknown) ++unknown_;
    if (score.kind == Score::Kind::known) known_.push_back({score.mean, setting});
  }
  /// An earlier rung has not decided about the setting.
  void add_possible(std::size_t setting, const Score& score) {
    if (score.kind == Score::Kind::unknown) ++possible_unknown_;
    if (score.kind == Score::Kind::known) possible_.push_back({score.mean, setting});
  }
  void sort() {
    const auto before = [this](const Placed& a, const Placed& b) { return is_better(a, b); };
    std::sort(known_.begin(), known_.end(), before);
    std::sort(possible_.begin(), possible_.end(), before);
  }
  /// Those that have come and have a value, the best first.
  const std::vector<Placed>& known() const { return known_; }

  RungVerdict verdict(std::size_t place) const {
    if (place >= keep_) return RungVerdict::pruned;
    const auto ahead = std::lower_bound(possible_.begin(), possible_.end(), known_[place],
                                        [this](const Placed& a, const Placed& b) { return is_better(a, b); });
    const std::size_t coming = possible_unknown_ + std::size_t(ahead - possible_.begin());
    const std::size_t could_pass = unknown_ + std::min(coming, room_ - std::min(room_, arrived_));
    return place + could_pass < keep_ ? RungVerdict::promoted : RungVerdict::open;
  }

 private:
  bool is_better(const Placed& a, const Placed& b) const {
    if (a.mean != b.mean) return largest_ ? a.mean > b.mean : a.mean < b.mean;
    return a.setting < b.setting;
  }

  bool largest_;
  std::size_t keep_, room_, arrived_ = 0, unknown_ = 0, possible_unknown_ = 0;  // room_: how many reach this rung
  std::vector<Placed> known_, possible_;
};

}  // namespace

std::vector<std::size_t> promoted_counts(const RaceRules& rules, std::size_t settings) {
  std::vector<std::size_t> counts;
  for (std::size_t rung = rules.first; rung < rules.rungs; ++rung)
    counts.push_back(settings = std::max(std::min(rules.keep, settings), settings / rules.eta));
  return counts;
}

double share_of_budget(const RaceRules& rules, std::size_t settings, const std::vector<double>& at) {
  if (rules.first >= rules.rungs || settings == 0) return 1;
  double work = double(settings) * at[rules.first];
  const auto counts = promoted_counts(rules, settings);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::size_t rung = rules.first + i;
    work += double(counts[i]) * ((rung + 1 < rules.rungs ? at[rung + 1] : 1) - at[rung]);
  }
  return work / double(settings);
}

Race::Race(const RaceRules& rules, std::vector<std::vector<Entrant>> entrants)
    : rules_(rules), entrants_(std::move(entrants)) {}

void Race::note(std::size_t setting, std::size_t member, Entrant entrant) {
  entrants_[setting][member] = std::move(entrant);
  stale_ = true;
}

const Fate& Race::fate(std::size_t setting) const {
  if (stale_) decide();
  return fates_[setting];
}

bool Race::leads(std::size_t setting) const {
  if (stale_) decide();
  return leads_[setting];
}

void Race::decide() const {
  fates_.assign(entrants_.size(), {rules_.first, RungVerdict::promoted});
  leads_.assign(entrants_.size(), false);
  const auto counts = promoted_counts(rules_, entrants_.size());
  std::size_t room = entrants_.size();
  for (std::size_t r = rules_.first; r < rules_.rungs; ++r) {
    Rung rung(rules_.largest, counts[r - rules_.first], room);
    for (std::size_t s = 0; s < entrants_.size(); ++s) {
      Fate& fate = fates_[s];
      if (fate.verdict == RungVerdict::pruned) continue;
      const Score score = score_of(entrants_[s], r);
      if (fate.verdict == RungVerdict::open) {
        rung.add_possible(s, score);
        continue;
      }
      rung.add_arrived(s, score);
      fate = {r, score.kind == Score::Kind::none ? RungVerdict::pruned : RungVerdict::open};
    }
    rung.sort();
    for (std::size_t place = 0; place < rung.known().size(); ++place) {
      const std::size_t s = rung.known()[place].setting;
      const RungVerdict verdict = rung.verdict(place);
      fates_[s] = {verdict == RungVerdict::promoted ? r + 1 : r, verdict};
      leads_[s] = verdict == RungVerdict::open && place < counts[r - rules_.first];
    }
    room = counts[r - rules_.first];
  }
  stale_ = false;
}

}  // namespace icsweep
