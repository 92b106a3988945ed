#include "tasks/claims/claim.hpp"

#include <fmt/format.h>

#include "io/base/phrases.hpp"
#include "tasks/claims/claims.hpp"

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

const std::vector<Claim>& all_claims() {
  static const std::vector<Claim> claims{
#define CLAIM(name) name(),
#include "tasks/claims/claims.def"
#undef CLAIM
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
