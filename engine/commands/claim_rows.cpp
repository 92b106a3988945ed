#include "engine/commands/claim_rows.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "io/base/decimal.hpp"
#include "io/schema/json.hpp"
#include "io/base/say.hpp"

namespace icsweep {
namespace {

/// Name of the claim without that of the paper.
std::string row_name(const Claim& claim) {
  return claim.name.substr(paper_of(claim).size());
}

std::string number_text(double value) {
  return without_nan_signs(fmt::format("{:.2g}", value));
}

}  // namespace

void print_paper(const std::string& paper) {
  say("{}\n", paper);
}

void print_claim_heading() {
  say("{:<18} {:<28} {:>8}    {:<8} {:<5} {:>5}\n", "claim", "statement", "measured", "bound", "", "s");
}

bool judge(const Claim& claim, const Config& setting, bool json) {
  const auto start = std::chrono::steady_clock::now();
  const Verdict verdict = claim.evaluate(setting);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (json)
    say("{}\n", nlohmann::json{{"name", claim.name},
                               {"row", claim.row},
                               {"statement", claim.statement},
                               {"quantity", claim.quantity},
                               {"setting", to_json(setting.values())},
                               {"measured", verdict.measured},
                               {"relation", verdict.relation},
                               {"bound", verdict.bound},
                               {"holds", verdict.holds},
                               {"seconds", seconds}}
                    .dump());
  else
    say("{:<18} {:<28} {:>8} {} {:<8} {:<5} {:>5.{}f}\n", row_name(claim), claim.statement,
        number_text(verdict.measured), verdict.relation, number_text(verdict.bound), verdict.holds ? "holds" : "FAILS",
        seconds, seconds < 99.9 ? 2 : 0);
  std::fflush(stdout);
  return verdict.holds;
}

void print_refusal(const Claim& claim, const Values& given, const std::string& reason, bool json) {
  if (json) {
    Values setting;
    for (const Parameter& p : claim.parameters)
      setting[p.name] = given.contains(p.name) ? given.at(p.name) : p.default_value;
    say("{}\n", nlohmann::json{{"name", claim.name}, {"setting", to_json(setting)}, {"refused", reason}}.dump());
  } else {
    // The line has room for the rule, but not for an explanation such as ", contexts are conjugate pairs".
    say("{:<18} refused: {:.52}\n", row_name(claim), reason.substr(0, reason.find_first_of(",;")));
  }
}

}  // namespace icsweep
