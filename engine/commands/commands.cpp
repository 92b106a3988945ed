#include "engine/commands/commands.hpp"

#include <fmt/format.h>

#include <iostream>

#include "io/error.hpp"

namespace icsweep {
namespace {

/// Refuses an empty file name and "-": files must be named, and no output goes to standard output.
void expect_file_names(const Command& command, const boost::program_options::variables_map& values) {
  for (const char* option : {"output", "store", "sweep"}) {
    const auto found = values.find(option);
    const auto* name = found == values.end() ? nullptr : boost::any_cast<std::string>(&found->second.value());
    if (!name || (!name->empty() && *name != "-")) continue;
    throw Error(ErrorKind::config, fmt::format("{}: \"{}\" names no {}, write the name of a file", command.name, *name,
                                               std::string(option) == "output" ? "output" : option));
  }
}

std::string exit_status_text() {
  std::string text = "Exit status:\n";
  for (const auto& [status, meaning] : exit_statuses) text += fmt::format("  {:>2}  {}\n", status, meaning);
  return text;
}

std::optional<Interface>* asked = nullptr;  // interface_of() sets it, parse_arguments() fills it

}  // namespace

std::optional<boost::program_options::variables_map> parse_arguments(
    const Command& command, const Arguments& arguments, boost::program_options::options_description options,
    const std::vector<std::string>& positional) {
  namespace po = boost::program_options;
  options.add_options()("help,h", "print this");
  if (asked) {
    asked->emplace(Interface{command, options, positional});
    return std::nullopt;
  }
  po::positional_options_description places;
  for (const auto& name : positional) places.add(name.c_str(), &name == &positional.back() ? -1 : 1);
  try {
    po::variables_map values;
    po::store(po::command_line_parser(arguments).options(options).positional(places).run(), values);
    if (values.contains("help")) {
      std::cout << "icsweep " << command.usage << "\n  " << command.summary << "\n\n"
                << options << "\nExample:\n  " << command.example << "\n\n"
                << exit_status_text();
      return std::nullopt;
    }
    po::notify(values);
    expect_file_names(command, values);
    return values;
  } catch (const po::error& e) {
    throw Error(ErrorKind::config, fmt::format("{}: {}; usage: icsweep {}", command.name, e.what(), command.usage));
  }
}

Interface interface_of(const Command& command, const Arguments& arguments) {
  std::optional<Interface> answer;
  asked = &answer;
  const TaskRegistry no_tasks;  // options are told before anything is done
  StopFlag stop;
  Watchdog watchdog;
  command.run(command, arguments, {no_tasks, stop, watchdog});
  asked = nullptr;
  if (!answer) throw Error(ErrorKind::config, fmt::format("{}: this rank has no help, ask rank 0", command.name));
  return *answer;
}

const Command* find_command(std::span<const Command> commands, const std::string& name) {
  for (const auto& command : commands)
    if (name == command.name) return &command;
  return nullptr;
}

std::vector<std::string> command_line(const Command& command, const Arguments& arguments) {
  std::vector<std::string> words{"icsweep", command.name};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace icsweep
