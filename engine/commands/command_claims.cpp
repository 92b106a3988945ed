#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/cluster/first_rank.hpp"
#include "engine/commands/claim_rows.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/say.hpp"
#include "tasks/claims/claim.hpp"

namespace icsweep {
namespace {

using Claims = std::vector<const Claim*>;

/// Short forms of parameters: the letters of the papers.
constexpr std::pair<const char*, const char*> short_forms[] = {{"d", "dim"}, {"T", "length"}, {"H", "heads"}};

bool knows(const Claim& claim, const std::string& parameter) {
  return std::any_of(claim.parameters.begin(), claim.parameters.end(),
                     [&](const Parameter& p) { return p.name == parameter; });
}

/// The named claims, each once and in the order of the papers; all if none is named.
Claims chosen_claims(const std::vector<std::string>& names) {
  Claims named, chosen;
  for (const auto& name : names)
    for (const Claim* claim : find_claims(name)) named.push_back(claim);
  for (const Claim& claim : all_claims())
    if (names.empty() || std::find(named.begin(), named.end(), &claim) != named.end()) chosen.push_back(&claim);
  return chosen;
}

/// An integer for a whole number (1e2 too), else a real.
Value parse_number(const std::string& option, const std::string& text) {
  if (const auto integer = whole_number(text)) return *integer;
  const auto real = real_number(text);
  if (!real) throw Error(ErrorKind::config, fmt::format("claims: --{} {}: must be a number", option, text));
  if (std::abs(*real) < 0x1p63 && *real == std::trunc(*real)) return std::int64_t(*real);
  return *real;
}

/// "  A12  prop7, prop7-as-printed, …": one entry per row of the table of experiments, in lines of at most 80 columns.
std::string claims_by_row() {
  std::string lines;
  for (const Claim& claim : all_claims()) {
    const Claims row = find_claims(claim.row);
    if (row.front() != &claim) continue;
    std::string line = fmt::format("  {:<4}", claim.row);
    for (const Claim* c : row) {
      const std::string name = c->name + (c == row.back() ? "" : ",");
      if (line.size() + 1 + name.size() > 80) lines += std::exchange(line, std::string(6, ' ')) + '\n';
      line += ' ' + name;
    }
    lines += line + '\n';
  }
  return lines;
}

/// Options and the parameters that they set: every parameter of any claim, described as in the first claim that has it,
/// and the short forms.
std::vector<std::pair<Option, std::string>> parameter_options() {
  std::vector<std::pair<Option, std::string>> all;
  for (const Claim& claim : all_claims())
    for (const Parameter& p : claim.parameters)
      if (std::ranges::none_of(all, [&](const auto& seen) { return seen.second == p.name; }))
        all.emplace_back(option::text(p.name, "NUMBER", p.description), p.name);
  for (const auto& [letter, name] : short_forms)
    all.emplace_back(option::text(letter, "NUMBER", fmt::format("short for --{}", name)), name);
  return all;
}

/// Given values by parameter. Throws Error(config) for an option that no claim has.
Values given_values(const GivenOptions& options, const Claims& claims, bool one_is_named) {
  Values given;
  for (const auto& [o, parameter] : parameter_options()) {
    if (!options.has(o.name)) continue;
    if (std::none_of(claims.begin(), claims.end(), [&, &p = parameter](const Claim* c) { return knows(*c, p); })) {
      std::vector<std::string> known;
      for (const Parameter& p : claims.front()->parameters) known.push_back("--" + p.name);
      throw Error(ErrorKind::config, one_is_named
                                         ? fmt::format("claim {} has no option --{}, use: {}", claims.front()->name,
                                                       o.name, fmt::join(known, ", "))
                                         : fmt::format("claims: none of these claims has the option --{}", o.name));
    }
    if (!given.emplace(parameter, parse_number(o.name, options.text(o.name))).second)
      throw Error(ErrorKind::config, fmt::format("claims: --{} is given twice, remove one", o.name));
  }
  return given;
}

/// Setting of a claim, or the reason why it has none.
struct Setting {
  Config config;
  std::string refusal;
};

/// Setting of each claim, or its refusal. Throws if a claim chosen by name refuses the values, or if every chosen claim
/// does.
std::vector<Setting> settings_of(const Claims& claims, const Values& given, bool named) {
  std::vector<Setting> settings;
  bool taken = given.empty();
  std::string first_refusal;
  for (const Claim* claim : claims) try {
      settings.push_back({setting_of(*claim, given), {}});
      taken |= std::any_of(given.begin(), given.end(), [&](const auto& value) { return knows(*claim, value.first); });
    } catch (const Error& e) {
      const std::string reason = fmt::format("claim {}: {}", claim->name, e.what());
      if (named) throw Error(e.kind(), reason);
      if (first_refusal.empty()) first_refusal = reason;
      settings.push_back({{}, e.what()});
    }
  if (!taken) throw Error(ErrorKind::config, "no claim admits this setting: " + first_refusal);
  return settings;
}

}  // namespace

OptionTable claims_options() {
  using namespace option;
  OptionTable table{{places("claim", "NAME", "claims; by default all").optional().completed_by(claim_names)},
                    "Claims:\n" + claims_by_row(),
                    ""};
  for (auto& [o, parameter] : parameter_options()) table.options.push_back(std::move(o));
  table.options.push_back(flag("json", "one JSON object per claim"));
  return table;
}

int claims_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  if (!is_first_rank()) return exit_success;
  const auto options = parse_arguments(self, arguments);
  if (!options) return exit_success;
  const auto names = options->texts("claim");
  const Claims claims = chosen_claims(names);
  const auto given = given_values(*options, claims, claims.size() == 1);
  const auto settings = settings_of(claims, given, !names.empty());
  const bool json = options->flag("json");
  if (!json) print_claim_heading();
  std::size_t held = 0, refused = 0;
  std::string paper;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (!json && paper_of(*claims[i]) != paper) print_paper(paper = paper_of(*claims[i]));
    if (settings[i].refusal.empty()) held += judge(*claims[i], settings[i].config, json) ? 1 : 0;
    else ++refused, print_refusal(*claims[i], given, settings[i].refusal, json);
  }
  const std::size_t judged = claims.size() - refused;
  if (!json)
    say("{} of {} claims hold{}\n", held, judged, refused ? fmt::format(", {} refused the setting", refused) : "");
  return held == judged ? exit_success : exit_failed;
}

}  // namespace icsweep
