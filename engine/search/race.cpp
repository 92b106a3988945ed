#include "engine/search/race.hpp"

#include <algorithm>

#include "engine/search/budget.hpp"
#include "engine/search/scouts.hpp"
#include "engine/search/score.hpp"

namespace icsweep {
namespace {

/// The settings that reach or may reach a rung, and which of them continue.
class Rung {
 public:
  Rung(bool largest, std::size_t keep, std::size_t room) : is_better_{largest}, keep_(keep), room_(room) {}

  /// Adds a setting that has reached this rung.
  void add_arrived(SettingIndex setting, const Score& score) {
    ++arrived_;
    if (score.kind == Score::Kind::unknown) ++unknown_;
    if (score.kind == Score::Kind::known) known_.push_back({score.mean, setting});
  }
  /// Adds a setting about which an earlier rung has not decided.
  void add_possible(SettingIndex setting, const Score& score) {
    if (score.kind == Score::Kind::unknown) ++possible_unknown_;
    if (score.kind == Score::Kind::known) possible_.push_back({score.mean, setting});
  }
  void sort() {
    std::sort(known_.begin(), known_.end(), is_better_);
    std::sort(possible_.begin(), possible_.end(), is_better_);
  }
  /// Settings that have reached the rung and have a value, in the order in which they continue.
  std::vector<Placed>& known() { return known_; }
  /// True if all values are known.
  bool is_complete() const { return unknown_ == 0 && possible_unknown_ == 0 && possible_.empty(); }

  RungVerdict verdict(std::size_t place) const {
    if (place >= keep_) return RungVerdict::pruned;
    const auto ahead = std::lower_bound(possible_.begin(), possible_.end(), known_[place], is_better_);
    const std::size_t coming = possible_unknown_ + std::size_t(ahead - possible_.begin());
    const std::size_t could_pass = unknown_ + std::min(coming, room_ - std::min(room_, arrived_));
    return place + could_pass < keep_ ? RungVerdict::promoted : RungVerdict::open;
  }

 private:
  IsBetter is_better_;
  std::size_t keep_, room_, arrived_ = 0, unknown_ = 0,
                            possible_unknown_ = 0;  // room_: number of settings that reach this rung
  std::vector<Placed> known_, possible_;
};

}  // namespace

RaceState::RaceState(const Search::Rules& rules, Indexed<SettingIndex, std::vector<Entrant>> entrants,
                     std::vector<double> at)
    : rules_(rules), entrants_(std::move(entrants)), at_(std::move(at)) {}

void RaceState::note(SettingIndex setting, std::size_t member, Entrant entrant) {
  entrants_[setting][member] = std::move(entrant);
  stale_ = true;
}

const Fate& RaceState::fate(SettingIndex setting) const {
  if (stale_) decide();
  return fates_[setting];
}

bool RaceState::leads(SettingIndex setting) const {
  if (stale_) decide();
  return leads_[setting];
}

std::size_t RaceState::due_rungs(SettingIndex setting, std::size_t member) const {
  const Fate& at = fate(setting);
  return rules_.scouts && member > 0 && at != Fate{RungIndex(rules_.rungs), RungVerdict::promoted}
             ? 0
             : at.rung.value() + 1;
}

bool RaceState::trains_to_end(SettingIndex setting, std::size_t member) const {
  const Fate& at = fate(setting);
  return at.verdict == RungVerdict::promoted || (rules_.scouts && member == 0 && at.rung.value() + 1 == rules_.rungs);
}

double RaceState::expected_work(SettingIndex setting, std::size_t member) const {
  const Fate& known = fate(setting);
  const std::size_t decided = known.rung.value() - rules_.first().value();
  std::vector<double> reach{1};
  for (std::size_t rung = 0; rung < chances_.size(); ++rung) {
    const bool is_out = rung == decided && known.verdict == RungVerdict::pruned;
    reach.push_back(rung < decided ? 1 : is_out ? 0 : reach.back() * chances_[rung]);
  }
  return icsweep::expected_work(rules_, reach, at_, member);
}

/// Chance = places that are left at a rung over settings that may still come to it.
void RaceState::count_chances() const {
  const auto counts = promoted_counts(rules_, entrants_.size());
  chances_.assign(counts.size(), 0);
  for (std::size_t rung = 0; rung < counts.size(); ++rung) {
    double places = double(counts[rung]), come = double(rung > 0 ? counts[rung - 1] : entrants_.size());
    for (const Fate& known : fates_) {
      const std::size_t at = known.rung.value() - rules_.first().value();
      if (at > rung) --places, --come;
      else if (at == rung && known.verdict == RungVerdict::pruned) --come;
    }
    if (come > 0) chances_[rung] = std::clamp(places / come, 0.0, 1.0);
  }
}

void RaceState::decide() const {
  fates_ = Indexed<SettingIndex, Fate>(entrants_.size(), {rules_.first(), RungVerdict::promoted});
  leads_ = Indexed<SettingIndex, bool>(entrants_.size(), false);
  const auto counts = promoted_counts(rules_, entrants_.size());
  std::size_t room = entrants_.size();
  for (RungIndex r = rules_.first(); r.value() < rules_.rungs; r = RungIndex(r.value() + 1)) {
    const std::size_t keep = counts[r.value() - rules_.first().value()];
    Rung rung(rules_.largest, keep, room);
    for (const SettingIndex s : entrants_.indices()) {
      if (fates_[s].verdict == RungVerdict::pruned) continue;
      const Score score = score_of(entrants_[s], r, judged_by(s));
      if (fates_[s].verdict == RungVerdict::open) {
        rung.add_possible(s, score);
        continue;
      }
      rung.add_arrived(s, score);
      fates_[s] = {r, score.kind == Score::Kind::none ? RungVerdict::pruned : RungVerdict::open};
    }
    rung.sort();
    const bool looks = rules_.scouts && r == rules_.first();
    if (looks && rung.is_complete()) choose_scouts(rules_, keep, entrants_, rung.known());
    for (std::size_t place = 0; place < rung.known().size(); ++place) {
      const SettingIndex s = rung.known()[place].setting;
      const RungVerdict verdict = looks && !rung.is_complete() ? RungVerdict::open : rung.verdict(place);
      fates_[s] = {verdict == RungVerdict::promoted ? RungIndex(r.value() + 1) : r, verdict};
      leads_[s] = verdict == RungVerdict::open && place < keep && !rules_.scouts;
    }
    room = keep;
  }
  count_chances();
  stale_ = false;
}

}  // namespace icsweep
