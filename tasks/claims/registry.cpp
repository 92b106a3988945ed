#include <fmt/format.h>

#include "io/nearest.hpp"
#include "tasks/claims/claims.hpp"

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
      prop3_start(),
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
      universality_prop1(),
      universality_prop1_as_printed(),
      universality_prop2(),
      universality_prop2_sharp(),
      universality_prop2_below(),
      universality_prop2_above(),
      universality_prop2_softmax(),
      universality_prop2_transient(),
      universality_prop2_lost(),
      universality_prop3(),
      universality_prop4(),
      universality_theorem2(),
      universality_theorem2_rate(),
      universality_theorem3(),
      universality_theorem4(),
      universality_prop5(),
      universality_prop5_as_printed(),
      universality_flow(),
      universality_flow_limit(),
      universality_dual(),
      universality_dual_unmasked(),
      universality_remark1(),
      universality_stack(),
      universality_stack_as_printed(),
      universality_stack_unit(),
      covariates_sca(),
      covariates_sca_causal(),
      covariates_sca_sees(),
      covariates_aligned(),
      covariates_aligned_fit(),
      covariates_sca_mean(),
      covariates_sca_sum(),
      covariates_sca_as_printed(),
      covariates_patch(),
      covariates_patch_fit(),
      covariates_patch_heads(),
      covariates_theorem31(),
      covariates_theorem31_error(),
      covariates_theorem31_bound(),
      covariates_theorem31_sharp(),
      covariates_sigma_as_printed(),
      covariates_mean_as_printed(),
      covariates_alpha_as_printed(),
      covariates_chain_as_printed(),
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
    throw Error(ErrorKind::config, fmt::format("there is no claim \"{}\"{}", name,
                                               suggestion(name, known, "icsweep claims --help lists them")));
  return found;
}

}  // namespace icsweep
