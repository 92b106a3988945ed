#include <fmt/format.h>

#include "io/phrases.hpp"
#include "tasks/claims/claims.hpp"

namespace icsweep {

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
