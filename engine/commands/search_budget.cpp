#include "engine/commands/search_budget.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "engine/search/budget.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

struct Reached {
  std::int64_t at, of;
  std::size_t settings;
};

const Rungs& rungs_of(const Search::Race& race, const std::vector<Experiment>& experiments) {
  return *experiments[race.settings.begin()->front().value()].rungs;
}

/// Number of settings that reach each deciding rung, and the end.
std::vector<Reached> reached(const Search::Race& race, const Rungs& rungs) {
  std::vector<Reached> all;
  std::size_t settings = race.settings.size(), rung = race.rules.first().value();
  for (const std::size_t count : promoted_counts(race.rules, settings)) {
    all.push_back({rungs.at[rung++], rungs.of, settings});
    settings = count;
  }
  all.push_back({rungs.of, rungs.of, settings});
  return all;
}

std::size_t experiments_of(const Search::Race& race) {
  std::size_t count = 0;
  for (const auto& setting : race.settings) count += setting.size();
  return count;
}

double share(const Search& search, const std::vector<Prediction>& predicted) {
  std::vector<double> seconds;
  for (const auto& p : predicted) seconds.push_back(p.seconds);
  return share_of_budget(search, seconds);
}

/// The course of an experiment that cannot be saved at a rung.
const char* waiting_text(AtRung at_rung) {
  if (at_rung == AtRung::restarts) return ", each time from the beginning";
  return at_rung == AtRung::continues ? ", each runs on until the search decides" : "";
}

std::string race_text(const Search::Race& race, const Rungs& rungs) {
  std::string text =
      fmt::format("{} of {}", counted(race.settings.size(), "setting"), counted(experiments_of(race), "experiment"));
  if (race.rules.scouts) {
    const auto all = reached(race, rungs);
    return text +
           fmt::format(": one seed each to {} {}, the best {} to {}, all seeds of the best {}", rungs.resource,
                       all[0].at, all[1].settings, rungs.of, all[2].settings) +
           waiting_text(race.rules.at_rung);
  }
  for (const auto& [at, of, settings] : reached(race, rungs))
    text += at < of ? fmt::format(", {} to {} {}", settings, rungs.resource, at)
                    : fmt::format(", {} to the end at {}", settings, of);
  return text + waiting_text(race.rules.at_rung);
}

}  // namespace

std::string budget_text(const Search& search, const std::vector<Experiment>& experiments,
                        const std::vector<Prediction>& predicted) {
  const SearchTable& t = search.table;
  std::string text = fmt::format("search: {} by {} {}, at most {:.3g} % of the full grid's work\n", t.method_name(),
                                 t.largest ? "largest" : "smallest", t.metric.name, 100 * share(search, predicted));
  std::map<std::string, std::vector<std::string>> alike;
  for (const auto& race : search.races) alike[race_text(race, rungs_of(race, experiments))].push_back(race.label);
  for (const auto& [race, labels] : alike)
    text += fmt::format("  {}: {}\n", labels.size() == 1 ? labels[0] : fmt::format("each of {} races", labels.size()),
                        race);
  return text;
}

std::string rounds_text(const RoundsTable& table) {
  return fmt::format("search: tpe by {}, {} of {} after the sample, counted here as random draws\n",
                     table.metrics_text(), counted(table.rounds, "round"), counted(table.per_round, "draw"));
}

nlohmann::json budget_json(const Search& search, const std::vector<Experiment>& experiments,
                           const std::vector<Prediction>& predicted) {
  nlohmann::json json{{"share", share(search, predicted)}, {"races", nlohmann::json::array()}};
  for (const auto& race : search.races) {
    nlohmann::json rungs = nlohmann::json::array();
    for (const auto& [at, of, settings] : reached(race, rungs_of(race, experiments)))
      rungs.push_back({{"at", at}, {"of", of}, {"settings", settings}});
    json["races"].push_back({{"race", race.label}, {"experiments", experiments_of(race)}, {"rungs", rungs}});
  }
  return json;
}

std::vector<Prediction> with_search(const Search& search, std::vector<Prediction> predicted) {
  for (const auto& race : search.races) {
    const double share = share_of_budget(race);
    for (const auto& setting : race.settings)
      for (const ExperimentIndex e : setting) predicted[e.value()].flop *= share, predicted[e.value()].seconds *= share;
  }
  return predicted;
}

}  // namespace icsweep
