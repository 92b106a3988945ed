#include "engine/commands/completion.hpp"

#include <algorithm>
#include <iostream>

#include "engine/commands/typed_line.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

using Candidates = std::vector<Candidate>;

Candidates fitting(Candidates all, const std::string& word) {
  std::erase_if(all, [&](const Candidate& c) { return !c.word.starts_with(':') && !c.word.starts_with(word); });
  return all;
}

/// Names of commands; within a command, of its subcommands.
Candidates names_of_commands(const std::string& within) {
  Candidates all;
  const std::string before = within.empty() ? "" : within + ' ';
  for (const auto& command : all_commands())
    if (const std::string name = command.name; name.starts_with(before) && name.find(' ', before.size()) == name.npos)
      all.push_back({name.substr(before.size()), command.summary});
  return all;
}

Candidates options_of(const OptionTable& table) {
  Candidates all;
  for (const auto& o : table.options)
    if (!o.is_place) all.push_back({o.name.empty() ? o.key() : "--" + o.name, o.help});
  return all;
}

/// Options of the command, and those that it passes on.
OptionTable table_of(const Command& command) {
  OptionTable table = command.options();
  if (table.passes_on.empty()) return table;
  for (const auto& o : find_command(std::span(&table.passes_on, 1))->options().options)
    if (!o.is_place && !find_option(table, o.key())) table.options.push_back(o);
  return table;
}

Candidates values_of(const TypedLine& line, const TaskRegistry& tasks) {
  if (!line.option) return {};
  if (line.option->complete) return line.option->complete(line, tasks);
  Candidates all;
  for (const auto& choice : line.option->choices) all.push_back({choice, ""});
  return all;
}

}  // namespace

std::vector<Candidate> candidates(const Arguments& words, const TaskRegistry& tasks) {
  if (words.size() < 2) return fitting(names_of_commands(""), words.empty() ? "" : words[0]);
  const Command* command = find_command(std::span(words).first(words.size() - 1));
  if (!command) return {};
  const OptionTable table = table_of(*command);
  const TypedLine line = typed_line(table, {words.begin() + std::ptrdiff_t(words_of(*command)), words.end()});
  if (!line.option && line.word.starts_with('-')) return fitting(options_of(table), line.word);
  Candidates all = fitting(values_of(line, tasks), line.word);
  for (auto& c : all)
    if (!c.word.starts_with(':')) c.word.insert(0, line.prefix);
  if (words.size() == words_of(*command) + 1)
    std::ranges::move(names_of_commands(command->name), std::back_inserter(all));
  return fitting(all, words.back());
}

int complete_command(const Arguments& arguments, const TaskRegistry& tasks) {
  Arguments words = arguments;
  if (!words.empty() && words[0] == "--") words.erase(words.begin());
  for (const auto& c : candidates(words, tasks)) std::cout << printable(c.word) << '\t' << printable(c.meaning) << '\n';
  return exit_success;
}

}  // namespace icsweep
