#include <fmt/format.h>

#include "tasks/claims/claims.hpp"
#include "tasks/nearest.hpp"

namespace icsweep {

const std::vector<Claim>& all_claims() {
  static const std::vector<Claim> claims{
      trajectories(),
      lemma1(),
      lemma1_as_printed(),
      prop1(),
      prop1_as_printed(),
      prop2(),
      prop2_inverse(),
      prop2_others(),
      prop2_as_printed(),
      prop2_limit(),
      lemma2(),
      mask_as_printed(),
      prop3(),
      prop3_only(),
      prop3_heads(),
      prop4(),
      prop4_as_printed(),
      prop5(),
      lemma3(),
      prop6(),
      prop6_as_printed(),
      prop6_heads(),
      trigonometry(),
      prop7(),
      prop7_as_printed(),
      prop7_limits(),
      remark1(),
      remark2(),
      redundant_heads(),
      pruning_as_printed(),
  };
  return claims;
}

std::vector<const Claim*> find_claims(const std::string& name) {
  std::vector<const Claim*> found;
  std::vector<std::string> known;
  for (const Claim& claim : all_claims()) {
    if (claim.name == name || claim.row == name) found.push_back(&claim);
    known.push_back(claim.name);
  }
  if (found.empty())
    throw Error(ErrorKind::config,
                fmt::format("there is no claim \"{}\", did you mean {}? icsweep claims --help lists them", name,
                            nearest(name, known)));
  return found;
}

}  // namespace icsweep
