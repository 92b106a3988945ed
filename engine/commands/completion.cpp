#include "engine/commands/completion.hpp"

#include <algorithm>
#include <iostream>

#include "io/text_columns.hpp"

namespace icsweep {
namespace {

bool fits(const Candidate& c, const std::string& word) {
  return c.word.starts_with(':') || c.word.starts_with(word);
}

std::vector<Candidate> fitting(std::vector<Candidate> all, const std::string& word) {
  std::erase_if(all, [&](const Candidate& c) { return !fits(c, word); });
  return all;
}

std::vector<Candidate> options_of(const Interface& interface) {
  std::vector<Candidate> all;
  for (const auto& option : interface.options.options()) {
    const std::string& name = option->long_name();
    if (std::find(interface.positional.begin(), interface.positional.end(), name) != interface.positional.end())
      continue;
    all.push_back({name.empty() ? option->format_name() : "--" + name, option->description()});
  }
  return all;
}

}  // namespace

std::vector<Candidate> candidates(std::span<const Command> commands, const Arguments& words,
                                  const TaskRegistry& tasks) {
  std::vector<Candidate> all;
  if (words.size() < 2) {
    for (const auto& command : commands) all.push_back({command.name, command.summary});
    return fitting(all, words.empty() ? "" : words[0]);
  }
  const Command* command = find_command(commands, words[0]);
  if (!command) return all;
  const bool is_bench = words[0] == "bench", within = is_bench && words.size() > 2 && words[1] == "sweep";
  Interface interface = interface_of(*command, within ? Arguments{"sweep"} : Arguments{});
  if (words[0] == "launch")  // it passes on options of run
    if (const Command* run = find_command(commands, "run")) interface.options.add(interface_of(*run).options);
  const TypedLine line = typed_line(interface, {words.begin() + (within ? 2 : 1), words.end()});
  if (line.option.empty() && line.word.starts_with('-')) return fitting(options_of(interface), line.word);
  all = fitting(values_of(line, tasks), line.word);
  for (auto& c : all)
    if (!c.word.starts_with(':')) c.word.insert(0, line.prefix);
  if (is_bench && words.size() == 2) all.push_back({"sweep", "what a sweep costs beside its experiments"});
  return fitting(all, words.back());
}

int complete_command(std::span<const Command> commands, const Arguments& arguments, const TaskRegistry& tasks) {
  Arguments words = arguments;
  if (!words.empty() && words[0] == "--") words.erase(words.begin());
  for (const auto& c : candidates(commands, words, tasks))
    std::cout << printable(c.word) << '\t' << printable(c.meaning) << '\n';
  return exit_success;
}

}  // namespace icsweep
