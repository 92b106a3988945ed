#include "engine/progress/status_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/progress/progress_text.hpp"
#include "io/base/phrases.hpp"
#include "io/schema/schema.hpp"
#include "io/store/launches.hpp"
#include "io/base/text_columns.hpp"
#include "io/schema/json.hpp"

namespace icsweep {
namespace {

constexpr std::size_t max_messages = 10, max_identities = 10;

/// The first digits of the first identities, each after a blank; then a newline.
std::string identities_text(const std::vector<std::string>& identities) {
  std::string text;
  for (std::size_t i = 0; i < std::min(identities.size(), max_identities); ++i)
    text += " " + printable(identities[i].substr(0, 8));
  return text + (identities.size() > max_identities ? " ...\n" : "\n");
}

std::string to_text(const TaskStatus::Ended& e) {
  return fmt::format("  {} {}: {}:", e.identities.size(), name_of(e.outcome), printable(e.message)) +
         identities_text(e.identities);
}

std::string unlearnt_text(const std::vector<std::string>& identities) {
  if (identities.empty()) return "";
  return fmt::format("  {} learnt nothing, above {} of predicting zero:", identities.size(), largest_learnt_ratio) +
         identities_text(identities);
}

/// One line if several builds of the program computed the rows: equal settings may then give unequal bits.
std::string builds_text(const std::map<std::string, std::size_t>& builds) {
  if (builds.size() < 2) return "";
  std::string text;
  for (const auto& [build, rows] : builds)
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", rows,
                        build.empty() ? "an icsweep before 0.2" : printable(build));
  return fmt::format("  computed by {} builds of the program: {}\n", builds.size(), text);
}

std::string rungs_text(const std::map<std::int64_t, TaskStatus::AtRung>& rungs) {
  std::string text;
  for (const auto& [rung, at] : rungs) {
    text += fmt::format("{}rung {}:", text.empty() ? "  " : "; ", rung);
    if (at.pruned > 0) text += fmt::format(" {} pruned", at.pruned);
    if (at.behind > 0) text += fmt::format(" ({} without being run to it)", at.behind);
    if (at.past > 0) text += fmt::format("{} {} past it", at.pruned > 0 ? "," : "", at.past);
  }
  return text.empty() ? text : text + "\n";
}

nlohmann::json rungs_json(const std::map<std::int64_t, TaskStatus::AtRung>& rungs) {
  auto json = nlohmann::json::array();
  for (const auto& [rung, at] : rungs)
    json.push_back({{"rung", rung}, {"pruned", at.pruned}, {"behind", at.behind}, {"past", at.past}});
  return json;
}

nlohmann::json task_json(const TaskStatus& s) {
  nlohmann::json json{
      {"task", s.task}, {"planned", s.planned}, {"unplanned", s.unplanned}, {"saved", s.saved}, {"builds", s.builds}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = s.counts[std::size_t(i)];
  if (!s.rungs.empty()) json["rungs"] = rungs_json(s.rungs);
  json["learnt_nothing"] = s.unlearnt.size();
  return json;
}

/// `best` with `best_draw`, or the front of several metrics.
void add_best(const RoundsStatus& status, const GridRounds& grid, nlohmann::json& json) {
  if (status.metrics.size() == 1) {
    json["metric"] = status.metrics[0];
    json["best"] = grid.best.empty() ? nlohmann::json() : nlohmann::json(grid.best[0].metrics[0]);
    json["best_draw"] = to_json(grid.best.empty() ? Values() : grid.best[0].draw);
    return;
  }
  json["metrics"] = status.metrics;
  json["front"] = nlohmann::json::array();
  for (const auto& best : grid.best) json["front"].push_back({{"metrics", best.metrics}, {"draw", to_json(best.draw)}});
}

nlohmann::json grids_json(const RoundsStatus& status) {
  auto json = nlohmann::json::array();
  for (const GridRounds& grid : status.grids) {
    json.push_back(
        {{"task", grid.task}, {"round", grid.round}, {"rounds", status.rounds}, {"have_ended", grid.have_ended}});
    add_best(status, grid, json.back());
  }
  return json;
}

/// "; best test_mse 0.1 at depth=2", or the front of several metrics in a line for each of its first draws.
std::string best_text(const RoundsStatus& status, const GridRounds& grid) {
  constexpr std::size_t most = 10;
  if (grid.best.empty()) return "";
  const auto line = [&](const GridRounds::Best& best) {
    std::string text;
    for (std::size_t m = 0; m < status.metrics.size(); ++m)
      text += fmt::format("{}{} {:.6g}", m == 0 ? "" : ", ", status.metrics[m], best.metrics[m]);
    text += " at";
    for (const auto& [name, value] : best.draw) text += fmt::format(" {}={}", name, icsweep::to_text(value));
    return text;
  };
  if (status.metrics.size() == 1) return "; best " + line(grid.best[0]);
  std::string text = fmt::format("; front of {}", counted(grid.best.size(), "draw"));
  for (std::size_t i = 0; i < std::min(most, grid.best.size()); ++i) text += "\n  " + line(grid.best[i]);
  if (grid.best.size() > most) text += fmt::format("\n  and {} more", grid.best.size() - most);
  return text;
}

/// Advice about experiments that --retry runs again, or empty.
std::string retry_text(const StoreStatus& s) {
  std::string outcomes;
  std::size_t count = 0;
  for (std::size_t i = 0; i < s.retryable.size(); ++i) {
    if (s.retryable[i] == 0) continue;
    outcomes += (outcomes.empty() ? "" : ",") + std::string(name_of(Outcome(i)));
    count += s.retryable[i];
  }
  return count == 0 ? "" : fmt::format("; add --retry {} to the command to run {} of them again", outcomes, count);
}

/// Advice that makes the rest run. The command of a launch that ended everything it was asked for would find nothing to
/// do.
std::string way_on(const StoreStatus& s) {
  if (s.not_asked > 0)
    return "the last command did not ask for them, run the whole sweep on this store" + retry_text(s);
  if (s.last_ending == ending::gave_up)
    return "the last launch gave up since its first experiments failed; mend the cause" + retry_text(s);
  return resume_text + retry_text(s);
}

}  // namespace

std::string to_text(const OutcomeCounts& counts) {
  std::string text;
  for (int i = 0; i < outcome_count; ++i)
    if (const std::size_t count = counts[std::size_t(i)]; count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(Outcome(i)));
  return text.empty() ? "none" : text;
}

std::string to_text(const TaskStatus& s) {
  std::string text = fmt::format("{}: {} planned: {}", s.task, s.planned, to_text(s.counts));
  if (s.unplanned > 0) text += fmt::format("; {} more from earlier sweeps", s.unplanned);
  text += "\n" + rungs_text(s.rungs) + builds_text(s.builds) + unlearnt_text(s.unlearnt);
  for (std::size_t i = 0; i < std::min(s.ended.size(), max_messages); ++i) text += to_text(s.ended[i]);
  if (s.ended.size() > max_messages) text += fmt::format("  and {} other messages\n", s.ended.size() - max_messages);
  return text;
}

std::string to_text(const RoundsStatus& status) {
  std::string text;
  for (const GridRounds& grid : status.grids) {
    text += grid.task + ": ";
    if (grid.have_ended && grid.round == status.rounds)
      text += fmt::format("all {} rounds of proposals", status.rounds);
    else if (grid.round == 0) text += fmt::format("the sample, before {} rounds of proposals", status.rounds);
    else text += fmt::format("round {} of {} of proposals", grid.round, status.rounds);
    text += best_text(status, grid) + "\n";
  }
  return text;
}

std::string guests_text(const StoreStatus& s) {
  constexpr std::size_t most = 8;
  std::vector<std::string> lines;
  for (const GuestRecord& g : s.guests) {
    if (g.is_present() && s.running()) continue;  // the launch shows it
    const std::string how = g.is_present() ? parting::bereft : printable(g.parting),
                      when = g.left > 0 ? " " + utc_text(g.left) : "";
    lines.push_back(fmt::format("  {} of {}: joined {}, {}{}\n", ranks_text(g.first, g.ranks), printable(g.job),
                                utc_text(g.joined), how, when));
  }
  if (lines.empty()) return "";
  const std::size_t hidden = lines.size() - std::min(lines.size(), most);
  return fmt::format("the last launch was helped by {}{}\n{}", counted(lines.size(), "other"),
                     hidden > 0 ? fmt::format(", of which the last {}", most) : "",
                     fmt::join(lines.begin() + std::ptrdiff_t(hidden), lines.end(), ""));
}

std::string left_text(const StoreStatus& s) {
  if (s.is_complete()) return fmt::format("all {} experiments have ended{}", s.planned, retry_text(s));
  if (s.left() == 0) return "the next round of proposals follows: " + way_on(s);
  const std::string saved = saved_text(std::int64_t(s.saved), s.saved_share, std::int64_t(s.left()));
  return fmt::format("{} of {} left{}: {}", s.left(), s.planned, saved.empty() ? "" : ", " + saved, way_on(s));
}

nlohmann::json to_json(const StoreStatus& s) {
  // Experiments in flight and failures have the form of the lease.
  const auto lease = nlohmann::json::parse(to_text(s.launch));
  nlohmann::json json{{"running", s.running()},       {"ending", s.ending}, {"planned", s.planned},
                      {"unplanned", s.unplanned},     {"ended", s.ended},   {"saved", s.saved},
                      {"saved_share", s.saved_share}, {"share", s.share},   {"tasks", nlohmann::json::array()}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = s.counts[std::size_t(i)];
  for (const auto& task : s.tasks) json["tasks"].push_back(task_json(task));
  json["rounds"] = s.rounds ? grids_json(*s.rounds) : nlohmann::json();
  for (const char* field :
       {"host", "pid", "ranks", "elapsed_s", "sequences_per_s", "eta_s", "in_flight", "failures", "guests", "no_host"})
    json[field] = lease.at(field);
  json["helpers"] = nlohmann::json::array();
  for (const GuestRecord& g : s.guests)
    json["helpers"].push_back({{"first", g.first},
                               {"ranks", g.ranks},
                               {"job", g.job},
                               {"hosts", g.hosts},
                               {"joined", g.joined},
                               {"left", g.left},
                               {"parting", g.parting}});
  return json;
}

}  // namespace icsweep
