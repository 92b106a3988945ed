#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>

#include "engine/commands.hpp"
#include "tasks/claims/claim.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;
using Claims = std::vector<const Claim*>;

/// Short forms of parameters, the papers' letters.
constexpr std::pair<const char*, const char*> short_forms[] = {{"d", "dim"}, {"T", "length"}, {"H", "heads"}};

bool knows(const Claim& claim, const std::string& parameter) {
  return std::any_of(claim.parameters.begin(), claim.parameters.end(),
                     [&](const Parameter& p) { return p.name == parameter; });
}

/// The claims named, each once and in the papers' order; all if none is named.
Claims chosen_claims(const std::vector<std::string>& names) {
  Claims named, chosen;
  for (const auto& name : names)
    for (const Claim* claim : find_claims(name)) named.push_back(claim);
  for (const Claim& claim : all_claims())
    if (names.empty() || std::find(named.begin(), named.end(), &claim) != named.end()) chosen.push_back(&claim);
  return chosen;
}

/// An integer where the text is one, else a number.
Value parse_number(const std::string& option, const std::string& text) {
  const char *begin = text.data(), *end = begin + text.size();
  std::int64_t integer;
  if (const auto [rest, error] = std::from_chars(begin, end, integer); error == std::errc() && rest == end)
    return integer;
  double real;
  if (const auto [rest, error] = std::from_chars(begin, end, real); error == std::errc() && rest == end) return real;
  throw Error(ErrorKind::config, fmt::format("claims: --{} {}: must be a number", option, text));
}

/// Every parameter of any claim is an option. Its description is that of the first claim that has it.
po::options_description parameter_options() {
  po::options_description options("Options");
  options.add_options()("claim", po::value<std::vector<std::string>>(), "claims, all if none is named");
  std::vector<std::string> seen;
  for (const Claim& claim : all_claims())
    for (const Parameter& p : claim.parameters) {
      if (std::find(seen.begin(), seen.end(), p.name) != seen.end()) continue;
      seen.push_back(p.name);
      options.add_options()(p.name.c_str(), po::value<std::string>(), p.description.c_str());
    }
  for (const auto& [letter, name] : short_forms)
    options.add_options()(letter, po::value<std::string>(), fmt::format("short for --{}", name).c_str());
  options.add_options()("json", "one JSON object a claim");
  return options;
}

/// The values given, by parameter. Throws Error(config) for an option that a named claim, or every chosen one, does not
/// know.
std::map<std::string, Value> given_values(const po::variables_map& values, const Claims& claims, bool one_is_named) {
  std::map<std::string, Value> given;
  for (const auto& [option, value] : values) {
    if (option == "claim" || option == "json") continue;
    std::string parameter = option;
    for (const auto& [letter, name] : short_forms)
      if (option == letter) parameter = name;
    if (std::none_of(claims.begin(), claims.end(), [&](const Claim* c) { return knows(*c, parameter); })) {
      std::vector<std::string> known;
      for (const Parameter& p : claims.front()->parameters) known.push_back("--" + p.name);
      throw Error(ErrorKind::config, one_is_named
                                         ? fmt::format("claim {} has no option --{}, use: {}", claims.front()->name,
                                                       option, fmt::join(known, ", "))
                                         : fmt::format("claims: none of these claims has the option --{}", option));
    }
    if (!given.emplace(parameter, parse_number(option, value.as<std::string>())).second)
      throw Error(ErrorKind::config, fmt::format("claims: --{} is given twice, remove one", option));
  }
  return given;
}

nlohmann::json to_json(const Config& setting) {
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, value] : setting.values())
    std::visit([&, key = name](const auto& v) { object[key] = v; }, value);
  return object;
}

/// Evaluates one claim and prints its row at once.
bool judge(const Claim& claim, const Config& setting, bool json) {
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = claim.evaluate(setting);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (json)
    fmt::print("{}\n", nlohmann::json{{"name", claim.name},
                                      {"row", claim.row},
                                      {"statement", claim.statement},
                                      {"quantity", claim.quantity},
                                      {"setting", to_json(setting)},
                                      {"measured", outcome.measured},
                                      {"relation", outcome.relation},
                                      {"bound", outcome.bound},
                                      {"holds", outcome.holds},
                                      {"seconds", seconds}}
                           .dump());
  else
    fmt::print("{:<18} {:<28} {:>8.2g} {} {:<8.2g} {:<5} {:>5.2f}\n", claim.name, claim.statement, outcome.measured,
               outcome.relation, outcome.bound, outcome.holds ? "holds" : "FAILS", seconds);
  std::fflush(stdout);
  return outcome.holds;
}

}  // namespace

int claims_command(const Command& self, const Arguments& arguments) {
  const auto values = parse_arguments(self, arguments, parameter_options(), {"claim"});
  if (!values) return exit_success;
  const auto names =
      values->contains("claim") ? (*values)["claim"].as<std::vector<std::string>>() : std::vector<std::string>{};
  const Claims claims = chosen_claims(names);
  const auto given = given_values(*values, claims, claims.size() == 1);
  std::vector<Config> settings;
  for (const Claim* claim : claims) settings.push_back(setting_of(*claim, given));
  const bool json = values->contains("json");
  if (!json)
    fmt::print("{:<18} {:<28} {:>8}    {:<8} {:<5} {:>5}\n", "claim", "statement", "measured", "bound", "", "s");
  std::size_t held = 0;
  for (std::size_t i = 0; i < claims.size(); ++i) held += judge(*claims[i], settings[i], json) ? 1 : 0;
  if (!json) fmt::print("{} of {} claims hold\n", held, claims.size());
  return held == claims.size() ? exit_success : exit_failed;
}

}  // namespace icsweep
