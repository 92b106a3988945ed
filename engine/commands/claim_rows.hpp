// Prints the rows of "icsweep claims": one line per claim, of at most 80 columns, or a JSON object. Claims of later
// papers are below the name of the paper: "universality", "-prop1", "-prop2", ….
#pragma once

#include "tasks/claims/claim.hpp"

namespace icsweep {

void print_claim_heading();

/// Prints the name of a later paper.
void print_paper(const std::string& paper);

/// Evaluates the claim and prints its row at once. Returns whether the claim holds.
bool judge(const Claim& claim, const Config& setting, bool json);

/// Prints the row of a claim that does not allow the given values.
void print_refusal(const Claim& claim, const Values& given, const std::string& reason, bool json);

}  // namespace icsweep
