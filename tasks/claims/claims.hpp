// The claims, one function each.
#pragma once

#include "tasks/claims/claim.hpp"

namespace icsweep {

/// The vector in place of s_{t−1} in the first augmented token: 0, or W⁻¹s_1.
enum class FirstPredecessor { zero, inverse };
/// The optimal a_3b_1 for s_1 = 1_d [Prop 2].
double prop2_step(int d, int T_max, FirstPredecessor s0);

Claim trajectories();
Claim lemma1();
Claim lemma1_as_printed();
Claim prop1();
Claim prop1_as_printed();
Claim prop2();
Claim prop2_inverse();
Claim prop2_others();
Claim prop2_as_printed();
Claim prop2_limit();
Claim lemma2();
Claim mask_as_printed();
Claim prop3();
Claim prop3_start();
Claim prop3_only();
Claim prop3_heads();
Claim prop4();
Claim prop4_as_printed();
Claim prop5();
Claim lemma3();
Claim prop6();
Claim prop6_as_printed();
Claim prop6_heads();
Claim trigonometry();
Claim prop7();
Claim prop7_as_printed();
Claim prop7_limits();
Claim remark1();
Claim remark2();
Claim redundant_heads();
Claim pruning_as_printed();

Claim universality_prop1();
Claim universality_prop1_as_printed();
Claim universality_prop2();
Claim universality_prop2_sharp();
Claim universality_prop2_below();
Claim universality_prop2_above();
Claim universality_prop2_softmax();
Claim universality_prop2_transient();
Claim universality_prop2_lost();
Claim universality_prop3();
Claim universality_prop4();
Claim universality_theorem2();
Claim universality_theorem2_rate();
Claim universality_theorem3();
Claim universality_theorem4();
Claim universality_prop5();
Claim universality_prop5_as_printed();
Claim universality_flow();
Claim universality_flow_limit();
Claim universality_dual();
Claim universality_dual_unmasked();
Claim universality_remark1();
Claim universality_stack();
Claim universality_stack_as_printed();
Claim universality_stack_unit();

Claim covariates_sca();
Claim covariates_sca_causal();
Claim covariates_sca_sees();
Claim covariates_aligned();
Claim covariates_aligned_fit();
Claim covariates_sca_mean();
Claim covariates_sca_sum();
Claim covariates_sca_as_printed();
Claim covariates_patch();
Claim covariates_patch_fit();
Claim covariates_patch_heads();
Claim covariates_theorem31();
Claim covariates_theorem31_error();
Claim covariates_theorem31_bound();
Claim covariates_theorem31_sharp();
Claim covariates_sigma_as_printed();
Claim covariates_mean_as_printed();
Claim covariates_alpha_as_printed();
Claim covariates_chain_as_printed();

}  // namespace icsweep
