// A claim of a paper and its check: in double precision, from scratch, at any admissible setting.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/schema/schema_builders.hpp"

namespace icsweep {

/// Result of one evaluation. `holds` is false if `measured` is not a number.
struct Verdict {
  double measured, bound;
  const char* relation;  ///< "<=" or ">=": between measured and bound
  bool holds;
};
Verdict at_most(double measured, double bound);
Verdict at_least(double measured, double bound);

/// A claim. A misprint is a claim too, "…-as-printed": it holds if the printed form is shown to fail.
struct Claim {
  std::string name;
  std::string row;        ///< row of the table of experiments: an alias that several claims may share
  std::string statement;  ///< at most 28 characters
  std::string quantity;   ///< the measured quantity
  std::vector<Parameter> parameters;
  std::vector<Values>
      other_settings;  ///< at least two, small and large, far from the paper's; tests check the claim there too
  Verdict (*evaluate)(const Config& setting);
  /// Checks rules between parameters. Throws Error(config) that names the parameter.
  void (*validate)(const Config& setting) = nullptr;
};

/// Prefix of the names of a later paper's claims, "universality" or "covariates"; empty for the first paper's claims.
std::string paper_of(const Claim& claim);

/// All claims, in the order of the papers.
const std::vector<Claim>& all_claims();

/// Claims of that name or row. Throws Error(config) with the nearest name.
std::vector<const Claim*> find_claims(const std::string& name);

/// Values of all parameters of the claim: the given ones, else the defaults. Ignores given parameters that the claim
/// does not have. For values that the claim does not admit, throws Error(config) with the reason alone, "dim = 3: must
/// be even".
Config setting_of(const Claim& claim, const Values& given);

}  // namespace icsweep
