#include "engine/commands/commands.hpp"

#include <fmt/format.h>

#include <iostream>

#include "io/error.hpp"

namespace icsweep {

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
                << options << "\nExample:\n  " << command.example << "\n";
      return std::nullopt;
    }
    po::notify(values);
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
