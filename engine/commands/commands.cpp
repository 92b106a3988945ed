#include "engine/commands/commands.hpp"

#include <fmt/format.h>

#include <iostream>

#include "io/error.hpp"

namespace icsweep {
namespace {

/// Files are named: none by an empty text, and no output goes to the standard one.
void expect_file_names(const Command& command, const boost::program_options::variables_map& values) {
  for (const char* option : {"output", "store", "sweep"}) {
    const auto found = values.find(option);
    const auto* name = found == values.end() ? nullptr : boost::any_cast<std::string>(&found->second.value());
    if (!name || (!name->empty() && *name != "-")) continue;
    throw Error(ErrorKind::config, fmt::format("{}: \"{}\" names no {}, write the name of a file", command.name, *name,
                                               std::string(option) == "output" ? "output" : option));
  }
}

/// How a command can end, for --help.
constexpr const char* exit_statuses =
    "Exit status: 0 done, 1 experiments failed or rows are damaged, 2 wrong input, 75 stopped and saved:\n"
    "the same command goes on. docs/running.md has all.\n";

}  // namespace

std::optional<boost::program_options::variables_map> parse_arguments(
    const Command& command, const Arguments& arguments, boost::program_options::options_description options,
    const std::vector<std::string>& positional) {
  namespace po = boost::program_options;
  options.add_options()("help,h", "print this");
  po::positional_options_description places;
  for (const auto& name : positional) places.add(name.c_str(), &name == &positional.back() ? -1 : 1);
  try {
    po::variables_map values;
    po::store(po::command_line_parser(arguments).options(options).positional(places).run(), values);
    if (values.contains("help")) {
      std::cout << "icsweep " << command.usage << "\n  " << command.summary << "\n\n"
                << options << "\nExample:\n  " << command.example << "\n\n"
                << exit_statuses;
      return std::nullopt;
    }
    po::notify(values);
    expect_file_names(command, values);
    return values;
  } catch (const po::error& e) {
    throw Error(ErrorKind::config, fmt::format("{}: {}; usage: icsweep {}", command.name, e.what(), command.usage));
  }
}

std::vector<std::string> command_line(const Command& command, const Arguments& arguments) {
  std::vector<std::string> words{"icsweep", command.name};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace icsweep
