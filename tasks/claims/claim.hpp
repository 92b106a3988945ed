// A claim of a paper and its check: in double precision, from scratch, at any admissible setting.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/schema_builders.hpp"

namespace icsweep {

/// The result of one evaluation. `holds` is false whenever `measured` is not a number.
struct Verdict {
  double measured, bound;
  const char* relation;  ///< "<=" or ">=": between measured and bound
  bool holds;
};
Verdict at_most(double measured, double bound);
Verdict at_least(double measured, double bound);

/// A misprint is a claim too, "…-as-printed": it holds when the printed form is shown to fail.
struct Claim {
  std::string name;
  std::string row;        ///< row of the table of experiments: an alias that several claims may share
  std::string statement;  ///< at most 28 characters
  std::string quantity;   ///< the measured quantity
  std::vector<Parameter> parameters;
  std::vector<Values>
      other_settings;  ///< at least two, small and large, far from the paper's: tests check it there too
  Verdict (*evaluate)(const Config& setting);
  /// Checks rules between parameters; throws Error(config) naming the parameter.
  void (*validate)(const Config& setting) = nullptr;
};

/// The beginning of names of a later paper's claims, "universality" or "covariates"; empty for the first paper's
/// claims.
std::string paper_of(const Claim& claim);

/// All claims, in the order of the papers.
const std::vector<Claim>& all_claims();

/// The claims of that name or row; throws Error(config) with the nearest name.
std::vector<const Claim*> find_claims(const std::string& name);

/// A value for every parameter of the claim: the given one if there is one, else the default one. Given parameters that
/// the claim does not have are ignored. Throws Error(config) with the reason alone, "dim = 3: must be even", for values
/// that the claim does not admit.
Config setting_of(const Claim& claim, const Values& given);

}  // namespace icsweep
