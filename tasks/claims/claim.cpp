#include "tasks/claims/claim.hpp"

namespace icsweep {

Verdict at_most(double measured, double bound) {
  return {measured, bound, "<=", measured <= bound};
}

Verdict at_least(double measured, double bound) {
  return {measured, bound, ">=", measured >= bound};
}

std::string paper_of(const Claim& claim) {
  for (const std::string paper : {"universality", "covariates"})
    if (claim.name.starts_with(paper + "-")) return paper;
  return "";
}

Config setting_of(const Claim& claim, const Values& given) {
  Config setting;
  for (const auto& p : claim.parameters) {
    const auto found = given.find(p.name);
    setting.set(p.name, found == given.end() ? p.default_value : checked(p, found->second));
  }
  if (claim.validate) claim.validate(setting);
  return setting;
}

}  // namespace icsweep
