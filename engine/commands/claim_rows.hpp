// What "icsweep claims" prints: a line a claim, of at most 80 columns, or a JSON object. Claims of a later paper stand
// below its name: "universality", "-prop1", "-prop2", ….
#pragma once

#include "tasks/claims/claim.hpp"

namespace icsweep {

void print_claim_heading();

/// The name of a later paper.
void print_paper(const std::string& paper);

/// Evaluates the claim and prints its row at once. Whether it holds.
bool judge(const Claim& claim, const Config& setting, bool json);

/// The row of a claim that does not admit what is given.
void print_refusal(const Claim& claim, const std::map<std::string, Value>& given, const std::string& reason, bool json);

}  // namespace icsweep
