// Blocks of a rung: settings leave before all of their experiments have come to it, if they are clearly worse.
//
// With n the first block's size, a setting's experiments come to the rung in blocks: the first n in the sweep's order,
// then one more each time. A block is decided when it is known which settings have come to the rung, and when all
// experiments of the block have come there, but for those of settings that have left. The settings that are left are
// ordered by the mean over their experiments so far; c is the last that would go on. A setting behind c leaves if
// Student's interval of its mean difference to c, experiment by experiment, lies on the worse side of zero; experiments
// that one of both has not brought there are left out, and two differences are the least. A setting without a value so
// far leaves at once. Who comes to the last block is judged as without blocks.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/race.hpp"

namespace icsweep {

/// A setting that has come to a rung.
struct Racer {
  std::size_t setting;
  std::size_t due = 0;  ///< so many of its experiments, the first in the sweep, are to come to the rung
  bool left = false;    ///< and no more will
  bool leads = false;   ///< it would be among the best of its block if nothing more came
};

/// Of the racers, in the sweep's order, decides as many blocks as it can; keep: so many go on. all_have_come: no other
/// setting can come to the rung. Returns whether every block is decided.
bool race_in_blocks(const RaceRules& rules, std::size_t rung, std::size_t keep,
                    const std::vector<std::vector<Entrant>>& entrants, bool all_have_come, std::vector<Racer>& racers);

}  // namespace icsweep
