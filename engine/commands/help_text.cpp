#include "engine/commands/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

constexpr int page = 80, most_before = 28;  // columns: of a line, of the headings before the meanings

std::string in_brackets(const Option& o) {
  return o.need == OptionNeed::required ? typed(o) : fmt::format("[{}{}]", o.is_behind_dashes ? "-- " : "", typed(o));
}

/// Alternatives of the table as "(-n N | -H HOSTS)", or an empty text.
std::string alternatives(const OptionTable& table) {
  std::string all;
  for (const auto& o : table.options)
    if (o.need == OptionNeed::alternative) all += (all.empty() ? "" : " | ") + typed(o);
  return all.empty() ? "" : " (" + all + ")";
}

std::string places_text(const OptionTable& table, bool behind_dashes) {
  std::string all;
  for (const auto& o : table.options)
    if (o.is_place && o.is_behind_dashes == behind_dashes && o.need != OptionNeed::alternative)
      all += ' ' + in_brackets(o);
  return all;
}

/// Lines of the options: headings in one column, and their meanings in another.
std::string rows(const std::vector<const Option*>& options, std::string (*head)(const Option&)) {
  int before = 0;
  for (const Option* o : options)
    if (const int columns = columns_of(head(*o)) + 4; columns <= most_before) before = std::max(before, columns);
  std::string all;
  for (const Option* o : options) {
    std::string line = "  " + head(*o);
    for (const auto& part : wrapped(meaning(*o), page - before)) {
      if (columns_of(line) + 2 > before) all += line + '\n', line.clear();
      line.resize(std::size_t(before) + line.size() - std::size_t(columns_of(line)), ' ');
      all += line + part + '\n';
      line.clear();
    }
  }
  return all;
}

}  // namespace

std::string typed(const Option& o) {
  const std::string name = o.is_place ? "" : o.letter ? std::string{'-', o.letter} : "--" + o.name;
  const std::string several = o.is_place && o.takes_several() && !o.value.ends_with("...") ? "..." : "";
  return name + (name.empty() || o.value.empty() ? "" : " ") + o.value + several;
}

std::string usage(const Command& command) {
  const OptionTable table = command.options();
  std::string own, optional;
  for (const auto& o : table.options) {
    if (!o.is_place && o.need == OptionNeed::required) own += ' ' + typed(o);
    if (!o.is_place && o.need == OptionNeed::optional) optional += fmt::format(" [{}]", typed(o));
  }
  const std::string places = places_text(table, false);
  if (!table.passes_on.empty())
    return fmt::format("{}{}{}{} [OPTION]...", command.name, alternatives(table), optional, places);
  return fmt::format("{}{}{}{}{}{}", command.name, places, alternatives(table), own,
                     optional.empty() ? "" : " [OPTION]...", places_text(table, true));
}

std::string heading(const Option& o) {
  if (o.is_place) return o.value;
  const std::string letter = o.letter ? std::string{'-', o.letter} : "", name = o.name.empty() ? "" : "--" + o.name;
  return letter + (letter.empty() || name.empty() ? "" : ", ") + name + (o.value.empty() ? "" : ' ' + o.value);
}

std::string meaning(const Option& o) {
  return o.fallback.empty() ? o.help : fmt::format("{}; default {}", o.help, o.fallback);
}

std::string help_text(const Command& command) {
  const OptionTable table = command.options();
  const Option help = option::flag("help", "print this").with_letter('h');
  std::vector<const Option*> places, others{&help};
  for (const auto& o : table.options) (o.is_place ? places : others).push_back(&o);
  std::string text = fmt::format("icsweep {}\n  {}\n\n", usage(command), command.summary);
  if (!places.empty()) text += "Arguments:\n" + rows(places, heading) + '\n';
  if (!table.preface.empty()) text += table.preface + '\n';
  text += "Options:\n" + rows(others, heading);
  if (!table.passes_on.empty())
    text += fmt::format("Behind the last argument: options of icsweep {}.\n", table.passes_on);
  text += fmt::format("\nExample:\n  {}\n\nExit status:\n", command.example);
  for (const auto& [status, meant] : exit_statuses) text += fmt::format("  {:>2}  {}\n", status, meant);
  return text;
}

}  // namespace icsweep
